import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'

/** Rows deleted at once: they are locked for some hundredths of a second. */
const OCCURRENCES_AT_ONCE = 500

/** Deletes some occurrences of a user. Returns whether there may be more. */
export async function eraseOccurrences(tx: Tx, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from occurrences where id = any(array(
      select id from occurrences where user_id = ${userId} limit ${OCCURRENCES_AT_ONCE}))`.execute(
    tx.db,
  )
  return numAffectedRows === BigInt(OCCURRENCES_AT_ONCE)
}

/** How many occurrences are examined together. */
const LOOKED_AT = 500

/** An old occurrence, and whether all of it has ended, without unconfirmed deliveries. */
export type Old = { id: string; ended: boolean }

/** Occurrences with ids between these two, the oldest first, up to the limit. */
export async function findOldOccurrences(
  reading: Reading,
  { after, below, before }: { after: string; below: string; before: Date },
): Promise<Old[]> {
  const { rows } = await sql<Old>`
    select id, finished_at is not null and finished_at < ${before} and total = sent + failed + skipped as ended
    from occurrences where id > ${after} and id < ${below} order by id limit ${LOOKED_AT}`.execute(
    reading.db,
  )
  return rows
}

/** Deletes occurrences that have no deliveries left and nothing more to send. */
export async function forgetOccurrences(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    delete from occurrences o
    where o.id = any(${ids}::uuid[]) and o.total = o.sent + o.failed + o.skipped
      and not exists (select from deliveries d where d.occurrence_id = o.id)`.execute(tx.db)
}

import { sql, type Selectable } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { UnsavedFormsTable } from './tables.ts'

export type UnsavedRow = Selectable<UnsavedFormsTable>

/** What the user has typed since then, the newest first. */
export const list = (ctx: Reading, userId: string, since: Date): Promise<UnsavedRow[]> =>
  ctx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('savedAt', '>', since)
    .orderBy('savedAt', 'desc')
    .execute()

type Place = Pick<UnsavedRow, 'userId' | 'place'>

export const read = (ctx: Reading, { userId, place }: Place): Promise<UnsavedRow | undefined> =>
  ctx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('place', '=', place)
    .executeTakeFirst()

/** The same, locked. */
export const lock = (tx: Tx, { userId, place }: Place): Promise<UnsavedRow | undefined> =>
  tx.db
    .selectFrom('unsavedForms')
    .selectAll()
    .where('userId', '=', userId)
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirst()

/**
 * Writes it in the place of what stands there. Its rev is from the clock, so that it is never one of a form that was
 * forgotten before.
 */
export const put = (tx: Tx, row: Omit<UnsavedRow, 'rev'>): Promise<UnsavedRow> =>
  tx.db
    .insertInto('unsavedForms')
    .values({ ...row, rev: row.savedAt.getTime() })
    .onConflict((there) =>
      there.columns(['userId', 'place']).doUpdateSet({
        device: row.device,
        base: row.base,
        version: row.version,
        fields: row.fields,
        savedAt: row.savedAt,
        rev: sql`greatest(unsaved_forms.rev + 1, ${row.savedAt.getTime()}::bigint)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export async function remove(
  tx: Tx,
  { userId, place, rev }: Place & Pick<UnsavedRow, 'rev'>,
): Promise<void> {
  await tx.db
    .deleteFrom('unsavedForms')
    .where('userId', '=', userId)
    .where('place', '=', place)
    .where('rev', '=', rev)
    .execute()
}

export async function removeBefore(tx: Tx, at: Date): Promise<void> {
  await tx.db.deleteFrom('unsavedForms').where('savedAt', '<=', at).execute()
}

/** Deletes what is too old or too much of a user's; the newest stays, and so does what is just being written. */
export async function prune(
  tx: Tx,
  { userId, count, size, since }: { userId: string; count: number; size: number; since: Date },
): Promise<void> {
  await sql`
    with ranked as (
      select place, saved_at,
        row_number() over newest as n, sum(length(fields)) over newest as size
      from unsaved_forms where user_id = ${userId}
      window newest as (order by saved_at desc, place rows unbounded preceding)),
    -- Two that write at once would else wait for each other's rows.
    surplus as (
      select f.place from unsaved_forms f join ranked on ranked.place = f.place
      where f.user_id = ${userId} and (ranked.n > ${count} or ranked.size > ${size} or ranked.saved_at <= ${since})
      for update of f skip locked)
    delete from unsaved_forms f using surplus
    where f.user_id = ${userId} and f.place = surplus.place`.execute(tx.db)
}

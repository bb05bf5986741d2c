import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'

/** Rows deleted at once: each may have some thousand chats. */
const FORGOTTEN_AT_ONCE = 50

/** Deletes some accounts that nobody has used since an instant; returns whether there may be more. */
export async function forgetSome(tx: Tx, before: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts a
    where updated_at < ${before} and not shared and credentials is null and ${isFree} and ${isUnclaimed}
    order by id limit ${FORGOTTEN_AT_ONCE} for update skip locked`.execute(tx.db)
  if (rows.length === 0) return false
  // Once more: somebody may have connected one before they were locked. Who connects one later makes it anew.
  const { numAffectedRows } = await sql`
    delete from accounts a
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isUnclaimed}`.execute(tx.db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}

// A process that was killed has not let go of its accounts, and nobody takes over those without credentials.
const isFree = sql<boolean>`
  (owner is null or not exists (select from processes p where p.id = a.owner))`

// Deliveries and follow-ups have the account of their group, which is there as long as they are.
const isUnclaimed = sql<boolean>`(
  not exists (select from connections c where c.account_id = a.id)
  and not exists (select from groups g where g.account_id = a.id)
  and not exists (select from lane_entries e where e.account_id = a.id))`

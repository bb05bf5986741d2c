import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'

/** Rows deleted at once. */
const FORGOTTEN_AT_ONCE = 200

/** Deletes some connections that were removed before an instant and have no groups; returns whether there may be more. */
export async function forgetSome(tx: Tx, before: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from connections c where removed_at < ${before} and not ${hasGroups}
    order by id limit ${FORGOTTEN_AT_ONCE} for update skip locked`.execute(tx.db)
  if (rows.length === 0) return false
  // Once more: a group may have come before they were locked, and would go with its connection.
  const { numAffectedRows } = await sql`
    delete from connections c
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and not ${hasGroups}`.execute(tx.db)
  return numAffectedRows === BigInt(FORGOTTEN_AT_ONCE)
}

// Also removed ones: they stay as long as something names them.
const hasGroups = sql<boolean>`exists (select from groups g where g.connection_id = c.id)`

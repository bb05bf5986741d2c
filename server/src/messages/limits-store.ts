import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'

/** A series that the planner plans: active, or paused with an end. */
const isActive = sql<boolean>`kind = 'automated' and deleted_at is null
  and (status = 'active' or (status = 'paused' and paused_until is not null))`

/** How many active series a user has, those paused with an end included. */
export async function countActiveSeries(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx.db
    .selectFrom('messages')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('status', 'in', ['active', 'paused'])
    .where(isActive)
    .executeTakeFirstOrThrow()
  return n
}

export async function isActiveSeries(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('id', '=', id)
    .where(isActive)
    .executeTakeFirst()
  return row !== undefined
}

import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { CycleRow } from './store.ts'
import { COUNTED } from './states.ts'

/** How many cycles of a user take a place of their tier. */
export async function countEntitled(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx.db
    .selectFrom('cycles')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', 'in', COUNTED)
    .executeTakeFirstOrThrow()
  return n
}

/** So many of the cycles that take a place of the tier, the longest unused first. */
export const lockLongestUnused = (tx: Tx, userId: string, most: number): Promise<CycleRow[]> =>
  tx.db
    .selectFrom('cycles')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', 'in', COUNTED)
    .orderBy(sql`coalesce(said_at, updated_at)`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

/** Up to `most` suspended cycles, the last used first. */
export const lockSuspended = (tx: Tx, userId: string, most: number): Promise<CycleRow[]> =>
  tx.db
    .selectFrom('cycles')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'suspended')
    .orderBy(sql`coalesce(said_at, updated_at) desc`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

import { sql } from 'kysely'
import type { Tx } from '../platform/context.ts'
import type { CycleRow } from './store.ts'
import { COUNTED } from './states.ts'

/** How many cycles of a user count towards the limit of the tier. */
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

/** Up to `most` cycles that count towards the limit of the tier, the least recently used first. */
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

/** Up to `most` suspended cycles, the most recently used first. */
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

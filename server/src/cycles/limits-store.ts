import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { Restorable, Used, UsedList, UsedQuery } from '../tiers/actions.ts'
import type { CycleRow } from './store.ts'
import { COUNTED } from './status-transitions.ts'

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

/** Up to `most` cycles that count towards the limit of the tier: the least recently used first, those in `stays` last. */
export const lockLongestUnused = (
  tx: Tx,
  userId: string,
  most: number,
  stays: readonly string[],
): Promise<CycleRow[]> =>
  tx.db
    .selectFrom('cycles')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', 'in', COUNTED)
    .orderBy(sql`id = any(${stays}::uuid[])`)
    .orderBy(sql`coalesce(said_at, updated_at)`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

/** Cycles that count towards the limit of the tier: the `most` recently used and those in `always`; and how many there are. */
export async function listUsed(
  ctx: Reading,
  userId: string,
  { most, always }: UsedQuery,
): Promise<UsedList> {
  const { rows } = await sql<Used & { total: number }>`
    select id, name, used_at, total from (
      select id, name, said_at as used_at, count(*) over () as total,
        row_number() over (order by coalesce(said_at, updated_at) desc, id desc) as place
      from cycles where user_id = ${userId} and deleted_at is null and status = any(${COUNTED}::text[])) counted
    where place <= ${most} or id = any(${always}::uuid[])
    order by place`.execute(ctx.db)
  return {
    items: rows.map(({ id, name, usedAt }) => ({ id, name, usedAt })),
    total: rows[0]?.total ?? 0,
    withheld: 0,
  }
}

/** Suspended cycles, the most recently used first. */
export const lockSuspended = (
  tx: Tx,
  userId: string,
  { most, only }: Restorable,
): Promise<CycleRow[]> =>
  tx.db
    .selectFrom('cycles')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'suspended')
    .$if(only !== undefined, (rows) => rows.where('id', '=', only!))
    .orderBy(sql`coalesce(said_at, updated_at) desc`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

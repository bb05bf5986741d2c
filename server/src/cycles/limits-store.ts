import { sql } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import type { Restorable, Used, UsedList, UsedQuery } from '../tiers/actions.ts'
import type { CycleRow } from './store.ts'
import { COUNTED } from './status-transitions.ts'

/** What runs goes before what is paused, and that before drafts: a copy that was just made displaces nothing that runs. */
const rank = sql<number>`case coalesce(resumes_as, status) when 'active' then 2 when 'paused' then 1 else 0 end`

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

/**
 * Up to `most` cycles that count towards the limit of the tier: drafts first, then paused ones, the least recently used
 * first, those in `stays` last.
 */
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
    .orderBy(rank)
    .orderBy(sql`coalesce(said_at, updated_at)`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

/**
 * Cycles that count towards the limit of the tier, running ones first, then as they were used last: the first `most` and
 * those in `always`; and how many there are.
 */
export async function listUsed(
  ctx: Reading,
  userId: string,
  { most, always }: UsedQuery,
): Promise<UsedList> {
  const { rows } = await sql<Required<Omit<Used, 'closed'>> & { total: number }>`
    select id, name, used_at, status, total from (
      select id, name, said_at as used_at, coalesce(resumes_as, status) as status, count(*) over () as total,
        row_number() over (order by ${rank} desc, coalesce(said_at, updated_at) desc, id desc) as place
      from cycles where user_id = ${userId} and deleted_at is null and status = any(${COUNTED}::text[])) counted
    where place <= ${most} or id = any(${always}::uuid[])
    order by place`.execute(ctx.db)
  return {
    items: rows.map(({ id, name, usedAt, status }) => ({ id, name, usedAt, status })),
    total: rows[0]?.total ?? 0,
    withheld: 0,
  }
}

/** Suspended cycles, those that ran first, then as they were used last. */
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
    .orderBy(sql`${rank} desc, coalesce(said_at, updated_at) desc`)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute()

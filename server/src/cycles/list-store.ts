import type { CycleStatus } from '@carillon/contract/cycles'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import type { CycleRow } from './store.ts'

export type Filter = {
  userId: string
  statuses?: readonly CycleStatus[]
  groupId?: string
  q?: string
  attention?: boolean
}

/** Where a page ended: among the upcoming by their time, or among the rest by their last change. */
export type Cursor = { upcoming: boolean; at: Date; id: string }

/** Cycles that match: those to come by their time, then the rest, the last changed first. */
export async function list(
  reading: Reading,
  filter: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<CycleRow[]> {
  const upcoming =
    cursor && !cursor.upcoming
      ? []
      : await matching(reading, filter)
          .where('nextAt', 'is not', null)
          .$if(cursor !== undefined, (query) =>
            query.where(sql<boolean>`(next_at, cycles.id) > (${cursor?.at}, ${cursor?.id})`),
          )
          .orderBy('nextAt')
          .orderBy('cycles.id')
          .limit(limit)
          .execute()
  if (upcoming.length === limit) return upcoming
  const rest = await matching(reading, filter)
    .where('nextAt', 'is', null)
    .$if(cursor !== undefined && !cursor.upcoming, (query) =>
      query.where(sql<boolean>`(cycles.updated_at, cycles.id) < (${cursor?.at}, ${cursor?.id})`),
    )
    .orderBy('cycles.updatedAt', 'desc')
    .orderBy('cycles.id', 'desc')
    .limit(limit - upcoming.length)
    .execute()
  return [...upcoming, ...rest]
}

function matching(reading: Reading, { userId, statuses, groupId, q, attention }: Filter) {
  let query = reading.db
    .selectFrom('cycles')
    .selectAll('cycles')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
  if (statuses) query = query.where('status', 'in', statuses)
  if (attention) query = query.where('attention', 'is not', null)
  if (groupId) {
    query = query.where('cycles.id', 'in', (inner) =>
      inner.selectFrom('cycleGroups').select('cycleId').where('groupId', '=', groupId),
    )
  }
  if (q) {
    const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((or) =>
      or.or([
        or('name', 'ilike', pattern),
        or.exists(
          or
            .selectFrom('cycleSteps')
            .innerJoin('contents', 'contents.id', 'cycleSteps.contentId')
            .select(sql`1`.as('found'))
            .whereRef('cycleSteps.cycleId', '=', 'cycles.id')
            .where(sql<boolean>`body ->> 'text' ilike ${pattern}`),
        ),
      ]),
    )
  }
  return query
}

/** All cycles of a user by id, from below the last one read; not those that are deleted. */
export const listById = (
  reading: Reading,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<CycleRow[]> =>
  reading.db
    .selectFrom('cycles')
    .selectAll()
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

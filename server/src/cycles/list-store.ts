import type { CycleStatus } from '@carillon/contract/cycles'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { containing, rowsOf, type Cursor, type Filter as SeriesFilter } from '../series/store.ts'
import type { CycleRow } from './store.ts'
import { slotTextMatches } from '../series/slot-contents-store.ts'
import { fullTextIn } from '../content/store.ts'

export type Filter = SeriesFilter<CycleStatus> & { q?: string }

/** Cycles that match: those to come by their time, then the rest, the last changed first. */
export const list = (
  reading: Reading,
  { q, ...filter }: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<CycleRow[]> =>
  rowsOf('cycle').list(
    reading,
    filter,
    q ? [matchesText(filter.userId, containing(q))] : [],
    cursor,
    limit,
  )

/** Whether the name, a step or the text of a single run matches. Without the user, PostgreSQL may read the texts of all users. */
const matchesText = (
  userId: string,
  pattern: string,
) => sql<boolean>`(name ilike ${pattern} or exists (
  select from cycle_steps s join contents c on c.id = s.content_id and c.user_id = ${userId}
   where s.cycle_id = series.id and ${fullTextIn(sql`c.body`)} ilike ${pattern})
  or ${slotTextMatches('cycle', userId, pattern)})`

import type { CycleStatus } from '@carillon/contract/cycles'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { containing, rowsOf, type Cursor, type Filter as SeriesFilter } from '../series/store.ts'
import type { CycleRow } from './store.ts'
import { fullTextIn } from '../content/store.ts'

export type Filter = SeriesFilter<CycleStatus> & { q?: string }

/** Cycles that match: those to come by their time, then the rest, the last changed first. */
export const list = (
  reading: Reading,
  { q, ...filter }: Filter,
  cursor: Cursor | undefined,
  limit: number,
): Promise<CycleRow[]> =>
  rowsOf('cycle').list(reading, filter, q ? [matchesText(containing(q))] : [], cursor, limit)

/** Whether the name or a step matches. */
const matchesText = (pattern: string) => sql<boolean>`(name ilike ${pattern} or exists (
  select from cycle_steps s join contents c on c.id = s.content_id
   where s.cycle_id = series.id and ${fullTextIn(sql`c.body`)} ilike ${pattern}))`

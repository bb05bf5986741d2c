import { COUNTED_RUNS_MAX } from '@carillon/contract/calendar'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import type { Day } from './days.ts'

export type DayCounts = {
  /** The place of the day in the list, from 1. */
  day: number
  runs: number
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
  skippedRuns: number
}

/** The newest runs of a user that were due on these days, counted for each day; only days with a run. */
export async function countRuns(
  reading: Reading,
  userId: string,
  days: readonly Pick<Day, 'from' | 'to'>[],
): Promise<DayCounts[]> {
  const [first, last] = [days[0]!, days.at(-1)!]
  const { rows } = await sql<DayCounts>`
    select width_bucket((extract(epoch from due_at) * 1000)::float8, ${days.map(({ from }) => from)}::float8[]) as day,
           count(*)::int as runs, sum(sent)::int as sent, sum(failed)::int as failed, sum(skipped)::int as skipped,
           sum(unconfirmed)::int as unconfirmed,
           (count(*) filter (where status = 'skipped' and total = 0))::int as skipped_runs
      from (select * from occurrences
             where user_id = ${userId} and due_at >= to_timestamp(${first.from}::float8 / 1000)
               and due_at < to_timestamp(${last.to}::float8 / 1000)
             order by due_at desc limit ${COUNTED_RUNS_MAX}) as newest
     group by 1`.execute(reading.db)
  return rows
}

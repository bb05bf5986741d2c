import { FIGURES_RUNS_MAX, GROUPS_LISTED_MAX } from '@carillon/contract/cycles'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/** The results of copies. */
type ResultCounts = {
  sent: number
  failed: number
  skipped: number
  unconfirmed: number
  lastAt: Date | null
}

/** The latest runs of a cycle. */
const lastTimes = (cycleId: string) => sql`
  select id, decided -> 'parts' as parts from occurrences
   where source = 'cycle' and source_id = ${cycleId} and total > 0
   order by due_at desc limit ${FIGURES_RUNS_MAX}`

const statusCounts = sql`
  (count(*) filter (where d.status = 'sent'))::int as sent,
  (count(*) filter (where d.status = 'failed'))::int as failed,
  (count(*) filter (where d.status = 'skipped'))::int as skipped,
  (count(*) filter (where d.status = 'unconfirmed'))::int as unconfirmed,
  max(d.sent_at) as "lastAt"`

export async function countTimes(reading: Reading, cycleId: string): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from (${lastTimes(cycleId)}) as times`.execute(reading.db)
  return rows[0]?.times ?? 0
}

/** The results of each step; null for texts set for single slots. */
export async function countSteps(
  reading: Reading,
  cycleId: string,
): Promise<(ResultCounts & { stepId: string | null })[]> {
  const { rows } = await sql<ResultCounts & { stepId: string | null }>`
    with times as materialized (${lastTimes(cycleId)}),
    said as materialized (
      select distinct on (times.id, part ->> 'contentId') times.id,
             (part ->> 'contentId')::uuid as content_id, part ->> 'stepId' as step_id
        from times cross join jsonb_array_elements(times.parts) as part)
    select said.step_id as "stepId", ${statusCounts}
      from times join deliveries d on d.occurrence_id = times.id
      left join said on said.id = d.occurrence_id and said.content_id = d.content_id
     group by said.step_id`.execute(reading.db)
  return rows
}

/** The results of each group, most failures first. */
export async function countGroups(
  reading: Reading,
  cycleId: string,
): Promise<(ResultCounts & { groupId: string; title: string })[]> {
  const { rows } = await sql<ResultCounts & { groupId: string; title: string }>`
    with times as materialized (${lastTimes(cycleId)}),
    counts as (
      select d.group_id, ${statusCounts}
        from times join deliveries d on d.occurrence_id = times.id group by d.group_id)
    select g.id as "groupId", g.title, sent, failed, skipped, unconfirmed, "lastAt"
      from counts join groups g on g.id = counts.group_id
     order by failed + unconfirmed desc, g.title, g.id
     limit ${GROUPS_LISTED_MAX}`.execute(reading.db)
  return rows
}

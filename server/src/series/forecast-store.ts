import type { Schedule } from '@carillon/contract/schedule'
import { sql } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'
import { waitsUntil } from '../occurrences/waiting-store.ts'
import type { Reading } from '../platform/context.ts'
import { column, list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { GroupRules } from '../sending/rules.ts'

/** Most pairs of a source and a group that are read: about a tenth of a second. */
const PAIRS_MAX = 50_000

/**
 * A group whose rules may delay a send. Of groups that have only the same quiet hours, one stands for all (`standIn`):
 * they get a send together.
 */
export type RuledGroup = GroupRules & { id: string; standIn: string }

/** The groups of a user that can be sent to, and whose rules may delay a send. */
export async function readRuled(reading: Reading, userId: string): Promise<RuledGroup[]> {
  const { rows } = await sql<RuledGroup>`${prepared}
    select g.id, g.quiet_hours, g.daily_cap, g.min_gap_minutes, coalesce(g.time_zone, u.time_zone) as time_zone,
           case when coalesce(g.daily_cap, g.min_gap_minutes) is not null then g.id
             else first_value(g.id) over (
               partition by g.daily_cap, g.min_gap_minutes, g.quiet_hours, g.time_zone order by g.id) end as stand_in
      from groups g join users u on u.id = g.user_id
     where g.user_id = ${userId} and g.status in ('active', 'limited')
       and (g.daily_cap is not null or g.min_gap_minutes is not null or g.quiet_hours ->> 'mode' = 'hold')`.execute(
    reading.db,
  )
  return rows
}

/**
 * Which of these groups each of these sources goes to, by the id of the source; a group is named by its stand-in. It
 * counts once, as when it is sent, however many of its topics are chosen. A cycle that sends to its groups in turn is
 * left out, unless the same holds for whichever group has its turn: a run that a limit skips gives its turn back, so
 * whose turn it is then depends on the limits, too.
 */
export async function readRuledGroupsOf(
  reading: Reading,
  sourceIds: readonly string[],
  groups: readonly Pick<RuledGroup, 'id' | 'standIn'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const sources = list(sourceIds)
  const { rows } = await sql<{ id: string; groupIds: string[] }>`
    with ruled as (
      select * from unnest(${column(groups, 'id')}::uuid[], ${column(groups, 'standIn')}::uuid[]) as g (id, stand_in))
    select id, array_agg(distinct stand_in)::text[] as group_ids from (
      select t.message_id as id, ruled.stand_in from message_groups t join ruled on ruled.id = t.group_id
       where t.message_id = any(${sources}::uuid[])
      union all
      select t.cycle_id, ruled.stand_in from cycle_groups t join ruled on ruled.id = t.group_id
        join cycles c on c.id = t.cycle_id
       where t.cycle_id = any(${sources}::uuid[]) and c.mode <> 'one_group'
      union all
      select t.cycle_id, (array_agg(ruled.stand_in))[1] from cycle_groups t join cycles c on c.id = t.cycle_id
        join groups g on g.id = t.group_id and g.status in ('active', 'limited')
        left join ruled on ruled.id = g.id
       where t.cycle_id = any(${sources}::uuid[]) and c.mode = 'one_group'
       group by 1 having count(*) = count(ruled.id) and count(distinct ruled.stand_in) = 1
       limit ${PAIRS_MAX}) as pairs
     group by id`.execute(reading.db)
  return new Map(rows.map(({ id, groupIds }) => [id, groupIds]))
}

/** A series that leaves out a run while the one before it is still being sent: until when one waits now. */
export type Exclusive = { id: string; waitsUntil: Date | null }

/** Those of these sources that leave out a run while the one before it is still being sent. */
export async function readExclusive(
  reading: Reading,
  sourceIds: readonly string[],
): Promise<Exclusive[]> {
  const sources = list(sourceIds)
  const { rows } = await sql<Exclusive>`
    with waiting as materialized (
      select o.source_id, max(${waitsUntil('d')}) as waits_until
        from occurrences o join deliveries d on d.occurrence_id = o.id
       where o.source_id = any(${sources}::uuid[]) and o.finished_at is null and not o.reopened and o.kept_back
       group by 1)
    select series.id, waiting.waits_until
      from (
        select id from messages
         where id = any(${sources}::uuid[]) and kind = 'automated' and overlap = 'skip'
        union all
        select id from cycles where id = any(${sources}::uuid[]) and overlap = 'skip') as series
      left join waiting on waiting.source_id = series.id`.execute(reading.db)
  return rows
}

/** Most schedules that are read for one forecast. */
const SCHEDULES_MAX = 5_000

/** A schedule with a slot to come, and the groups with rules that its source goes to. */
export type RuledSchedule = {
  source: SourceKind
  sourceId: string
  spec: Schedule
  nextSlotAt: Date
  groupIds: string[]
}

/** The schedules of a user with a next slot before `until`, of the sources that go to one of these groups. */
export async function readRuledSchedules(
  reading: Reading,
  userId: string,
  groups: readonly RuledGroup[],
  { until, only }: { until: Date; only: readonly string[] | undefined },
): Promise<RuledSchedule[]> {
  const due = await reading.db
    .selectFrom('schedules')
    .select(['source', 'sourceId'])
    .where('userId', '=', userId)
    .where('nextSlotAt', '<', until)
    .$if(only !== undefined, (rows) => rows.where('sourceId', 'in', only!))
    .orderBy('nextSlotAt')
    .limit(SCHEDULES_MAX)
    .execute()
  const ids = due.map(({ sourceId }) => sourceId)
  const groupsOf = await readRuledGroupsOf(reading, ids, groups)
  if (groupsOf.size === 0) return []
  const { rows } = await sql<Omit<RuledSchedule, 'groupIds'>>`
    select source, source_id, spec, next_slot_at from schedules
     where user_id = ${userId} and source_id = any(${list([...groupsOf.keys()])}::uuid[])
       and next_slot_at is not null`.execute(reading.db)
  return rows.map((row) => ({ ...row, groupIds: [...(groupsOf.get(row.sourceId) ?? [])] }))
}

import type { Schedule } from '@carillon/contract/schedule'
import { sql } from 'kysely'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { GroupRules } from '../sending/rules.ts'

/** Most pairs of a source and a group that are read: about a tenth of a second. */
const PAIRS_MAX = 50_000

export type LimitedByRules = GroupRules & { id: string }

/** The groups of a user with a daily limit that can be sent to. */
export async function readLimited(reading: Reading, userId: string): Promise<LimitedByRules[]> {
  const { rows } = await sql<LimitedByRules>`${prepared}
    select g.id, g.quiet_hours, g.daily_cap, g.min_gap_minutes, coalesce(g.time_zone, u.time_zone) as time_zone
      from groups g join users u on u.id = g.user_id
     where g.user_id = ${userId} and g.daily_cap is not null and g.status in ('active', 'limited')`.execute(
    reading.db,
  )
  return rows
}

/**
 * Which of these groups each of these sources goes to, by the id of the source. A group counts once, as when it is sent,
 * however many of its topics are chosen. A cycle that sends to its groups in turn is left out: a run that a limit skips
 * gives its turn back, so whose turn it is then depends on the limits, too.
 */
export async function readLimitedGroupsOf(
  reading: Reading,
  sourceIds: readonly string[],
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const [sources, groups] = [list(sourceIds), list(groupIds)]
  const { rows } = await sql<{ id: string; groupIds: string[] }>`
    select id, array_agg(group_id)::text[] as group_ids from (
      select message_id as id, group_id from message_groups
       where message_id = any(${sources}::uuid[]) and group_id = any(${groups}::uuid[])
      union all
      select t.cycle_id, t.group_id from cycle_groups t join cycles c on c.id = t.cycle_id
       where t.cycle_id = any(${sources}::uuid[]) and t.group_id = any(${groups}::uuid[])
         and c.mode <> 'one_group'
       limit ${PAIRS_MAX}) as pairs
     group by id`.execute(reading.db)
  return new Map(rows.map(({ id, groupIds }) => [id, groupIds]))
}

/** Most schedules that are read for one forecast. */
const SCHEDULES_MAX = 5_000

/** A schedule with a slot to come, and the limited groups that its source goes to. */
export type LimitedSchedule = {
  source: SourceKind
  sourceId: string
  spec: Schedule
  nextSlotAt: Date
  groupIds: string[]
}

/** The schedules of a user with a next slot before `until`, of the sources that go to one of these groups. */
export async function readLimitedSchedules(
  reading: Reading,
  userId: string,
  groupIds: readonly string[],
  until: Date,
): Promise<LimitedSchedule[]> {
  const due = await reading.db
    .selectFrom('schedules')
    .select(['source', 'sourceId'])
    .where('userId', '=', userId)
    .where('nextSlotAt', '<', until)
    .orderBy('nextSlotAt')
    .limit(SCHEDULES_MAX)
    .execute()
  const ids = due.map(({ sourceId }) => sourceId)
  const groupsOf = await readLimitedGroupsOf(reading, ids, groupIds)
  if (groupsOf.size === 0) return []
  const { rows } = await sql<Omit<LimitedSchedule, 'groupIds'>>`
    select source, source_id, spec, next_slot_at from schedules
     where user_id = ${userId} and source_id = any(${list([...groupsOf.keys()])}::uuid[])
       and next_slot_at is not null`.execute(reading.db)
  return rows.map((row) => ({ ...row, groupIds: [...(groupsOf.get(row.sourceId) ?? [])] }))
}

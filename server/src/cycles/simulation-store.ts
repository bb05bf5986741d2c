import type { Schedule } from '@carillon/contract/schedule'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { SimulatedGroup } from './lanes.ts'

/** Groups of this user for a simulation, without their pace. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<Omit<SimulatedGroup, 'pace' | 'topics'>[]> {
  const { rows } = await sql<Omit<SimulatedGroup, 'pace' | 'topics'>>`
    select g.id as group_id, g.account_id, g.status, g.quiet_hours, g.title, g.channel, g.daily_cap,
           g.min_gap_minutes, coalesce(g.time_zone, u.time_zone) as time_zone,
           g.connection_id, a.identity as connection
      from unnest(${list(ids)}::uuid[]) with ordinality as asked (id, place)
      join groups g on g.id = asked.id join users u on u.id = g.user_id
      join accounts a on a.id = g.account_id
     where g.user_id = ${userId} order by asked.place`.execute(reading.db)
  return rows
}

/** Another message or cycle with some of the same groups. */
export type Other = { spec: Schedule; nextSlotAt: Date; groupIds: string[] }

/** How many others one simulation looks at. */
const OTHERS_MAX = 200

/** The other messages and cycles that go to these groups before an instant. */
export async function readOthers(
  reading: Reading,
  userId: string,
  {
    groupIds,
    until,
    cycleId,
  }: { groupIds: readonly string[]; until: Date; cycleId: string | null },
): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select s.spec, s.next_slot_at, goes.group_ids
      from schedules s cross join lateral (
        select array_agg(group_id)::text[] as group_ids from (
          select group_id from message_groups where s.source = 'message' and message_id = s.source_id
          union all
          select group_id from cycle_groups where s.source = 'cycle' and cycle_id = s.source_id) as all_groups
         where group_id = any(${list(groupIds)}::uuid[])) as goes
     where s.user_id = ${userId} and s.next_slot_at < ${until} and goes.group_ids is not null
       and s.source_id is distinct from ${cycleId}::uuid
     order by s.next_slot_at limit ${OTHERS_MAX}`.execute(reading.db)
  return rows
}

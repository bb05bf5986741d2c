import type { Schedule } from '@carillon/contract/schedule'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** Another message or cycle with some of the same groups. */
export type OtherSeries = {
  spec: Schedule
  nextSlotAt: Date
  /** For a cycle only groups that can be sent to now. With `inTurn`, null stands for a group outside the query. */
  groupIds: (string | null)[]
  /** Whether each slot goes to only one group, in this order. */
  inTurn: boolean
  /** How many steps it sends at a slot. */
  steps: number
}

/** Most other series that are read. */
const OTHERS_MAX = 200

/** The other messages and cycles of a user that go to some of these groups before an instant. */
export async function readOtherSeries(
  reading: Reading,
  userId: string,
  {
    groupIds,
    until,
    sourceId,
  }: { groupIds: readonly string[]; until: Date; sourceId: string | null },
): Promise<OtherSeries[]> {
  const { rows } = await sql<OtherSeries>`
    select s.spec, s.next_slot_at, goes.group_ids, coalesce(c.steps_per_slot, 1) as steps,
           coalesce(c.mode = 'one_group', false) as in_turn
      from schedules s left join cycles c on s.source = 'cycle' and c.id = s.source_id
     cross join lateral (
        select array_agg(group_id order by had_its_turn, place)::text[] as group_ids from (
          select group_id, false as had_its_turn, position as place from message_groups
           where s.source = 'message' and message_id = s.source_id
             and group_id = any(${list(groupIds)}::uuid[])
          union all
          -- A group that cannot be sent to has no turn.
          select case when group_id = any(${list(groupIds)}::uuid[]) then group_id end,
                 place < (select n.place from cycle_groups n where n.cycle_id = c.id
                             and n.group_id::text = c.position ->> 'nextGroup'), place
            from cycle_groups
           where cycle_id = c.id
             and exists (select from groups g where g.id = group_id and g.status in ('active', 'limited'))
             and (c.mode = 'one_group' or group_id = any(${list(groupIds)}::uuid[]))
        ) as all_groups) as goes
     where s.user_id = ${userId} and s.next_slot_at < ${until} and array_remove(goes.group_ids, null) <> '{}'
       and s.source_id is distinct from ${sourceId}::uuid
     order by s.next_slot_at limit ${OTHERS_MAX}`.execute(reading.db)
  return rows
}

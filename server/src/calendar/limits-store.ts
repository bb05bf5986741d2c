import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { GroupRules } from '../sending/rules.ts'

/** Most pairs of a source and a group that are read: about a tenth of a second. */
const PAIRS_MAX = 50_000

export type LimitedByRules = GroupRules & { id: string }

/** The groups of a user with a daily limit that can be sent to. */
export async function readLimited(reading: Reading, userId: string): Promise<LimitedByRules[]> {
  const { rows } = await sql<LimitedByRules>`
    select g.id, g.quiet_hours, g.daily_cap, g.min_gap_minutes, coalesce(g.time_zone, u.time_zone) as time_zone
      from groups g join users u on u.id = g.user_id
     where g.user_id = ${userId} and g.daily_cap is not null and g.status in ('active', 'limited')`.execute(
    reading.db,
  )
  return rows
}

/**
 * Which of these groups each of these sources goes to, by the id of the source. A cycle that sends to its groups in
 * turn is left out: which of them has its turn then is not known here.
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

import { sql } from 'kysely'
import type { GroupsTable } from '../../groups/tables.ts'
import type { Reading } from '../../platform/context.ts'
import { list } from '../../platform/db/lists.ts'
import type { SimulatedGroup } from './lanes.ts'

export type ReadGroup = Omit<SimulatedGroup, 'pace' | 'topics'> & Pick<GroupsTable, 'kind'>

/** Groups of this user for a simulation, without their pace. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<ReadGroup[]> {
  const { rows } = await sql<ReadGroup>`
    select g.id as group_id, g.account_id, g.status, g.quiet_hours, g.title, g.channel, g.kind, g.daily_cap,
           g.min_gap_minutes, coalesce(g.time_zone, u.time_zone) as time_zone,
           g.connection_id, a.identity as connection
      from unnest(${list(ids)}::uuid[]) with ordinality as asked (id, place)
      join groups g on g.id = asked.id join users u on u.id = g.user_id
      join accounts a on a.id = g.account_id
     where g.user_id = ${userId} order by asked.place`.execute(reading.db)
  return rows
}

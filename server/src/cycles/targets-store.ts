import type { QuietHours } from '@carillon/contract/groups/rules'
import { SUMMARY_GROUPS } from '@carillon/contract/messages'
import { sql, type NotNull, type Selectable } from 'kysely'
import type { GroupsTable } from '../groups/tables.ts'
import type { Reading, Tx } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import type { QuietGroups } from '../sending/rules.ts'

/** What is asked of a group before something is sent there. */
export type ChosenGroup = Pick<
  Selectable<GroupsTable>,
  'id' | 'channel' | 'status' | 'reason' | 'title' | 'topics'
>

/** Where a cycle goes to: one of its groups, and topics in it (none: the group itself). */
export type Target = { groupId: string; topics: string[] }

/** The same when it is sent. */
export type PostTarget = Target & {
  accountId: string
  status: GroupsTable['status']
  quietHours: QuietHours | null
  timeZone: string
}

/**
 * The groups and topics of cycles, in the order they were chosen. Those removed are among them: a fan-out
 * that goes on after a slice counts by their places.
 */
export async function readTargets(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, PostTarget[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PostTarget & { cycleId: string }>`
    select c.cycle_id, c.group_id, c.topics, g.account_id, g.status, g.quiet_hours,
           coalesce(g.time_zone, u.time_zone) as time_zone
      from cycle_groups c join groups g on g.id = c.group_id join users u on u.id = g.user_id
     where c.cycle_id = any(${list(ids)}::uuid[]) order by c.place`.execute(reading.db)
  return Map.groupBy(rows, (row) => row.cycleId)
}

export async function replaceTargets(
  tx: Tx,
  cycleId: string,
  targets: readonly Target[],
): Promise<void> {
  await tx.db.deleteFrom('cycleGroups').where('cycleId', '=', cycleId).execute()
  if (targets.length === 0) return
  await sql`
    insert into cycle_groups (cycle_id, group_id, place, topics)
    select ${cycleId}, (target ->> 'groupId')::uuid, place,
           array(select jsonb_array_elements_text(target -> 'topics'))
      from jsonb_array_elements(${JSON.stringify(targets)}::jsonb)
           with ordinality as chosen (target, place)`.execute(tx.db)
}

/** Those of these groups that belong to the user. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<ChosenGroup[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ChosenGroup>`
    select id, channel, status, reason, title, topics from groups
     where user_id = ${userId} and id = any(${list(ids)}::uuid[])`.execute(reading.db)
  return rows
}

/** The groups that a cycle goes to, without those that were removed. */
export async function readChosen(reading: Reading, cycleId: string): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`
    select g.id, g.channel, g.status, g.reason, g.title, g.topics
      from cycle_groups c join groups g on g.id = c.group_id
     where c.cycle_id = ${cycleId} and g.status <> 'removed' order by c.place`.execute(reading.db)
  return rows
}

/** The first groups of cycles, and how many each goes to. */
export async function readFirstGroups(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, { groupIds: string[]; groupCount: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; groupIds: string[]; groupCount: number }>`
    select asked.id, coalesce(first.ids, '{}') as group_ids,
           (select count(*)::int from cycle_groups c where cycle_id = asked.id and ${kept}) as group_count
      from unnest(${list(ids)}::uuid[]) as asked (id)
     cross join lateral (
       select array_agg(group_id order by place)::text[] as ids
         from (select group_id, place from cycle_groups c where cycle_id = asked.id and ${kept}
                order by place limit ${SUMMARY_GROUPS}) as few) as first`.execute(reading.db)
  return new Map(rows.map(({ id, ...groups }) => [id, groups]))
}

/** Whether a group of a cycle (`c`) is one still: what is removed is not shown. */
const kept = sql`not exists (select from groups g where g.id = c.group_id and g.status = 'removed')`

/** The quiet hours of the groups that cycles can go to, those that are the same as one. */
export async function readQuiet(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, QuietGroups[]>> {
  if (ids.length === 0) return new Map()
  const rows = await reading.db
    .selectFrom('cycleGroups')
    .innerJoin('groups', 'groups.id', 'cycleGroups.groupId')
    .innerJoin('users', 'users.id', 'groups.userId')
    .select(['cycleId', 'groups.quietHours'])
    .select((row) => [
      row.fn.coalesce('groups.timeZone', 'users.timeZone').as('timeZone'),
      row.fn.countAll<number>().as('groups'),
    ])
    .where('cycleId', 'in', ids)
    .where('groups.status', 'in', ['active', 'limited'])
    .where('groups.quietHours', 'is not', null)
    .groupBy(['cycleId', 'groups.quietHours', 'groups.timeZone', 'users.timeZone'])
    .$narrowType<{ quietHours: NotNull }>()
    .execute()
  return Map.groupBy(rows, (row) => row.cycleId)
}

import { sql, type Selectable } from 'kysely'
import { list } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import type { GroupsTable } from '../groups/tables.ts'
import type { Reading, Tx } from '../platform/context.ts'

const prepared = sql.raw(PREPARED)
/** What is asked of a group before something is sent there. */
export type ChosenGroup = Pick<
  Selectable<GroupsTable>,
  'id' | 'channel' | 'status' | 'reason' | 'title' | 'topics'
>

/** Where a message goes to: one of its groups, and topics in it (none: the group itself). */
export type Target = { groupId: string; topics: string[] }

/** The same when it is sent: nothing can be, to a group that is lost or removed. */
export type PostTarget = Target & { accountId: string; gone: boolean; removed: boolean }

/**
 * The groups and topics of messages, in the order they were chosen. Those removed are among them: a
 * fan-out that goes on after a slice counts by their places.
 */
export async function readTargets(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, PostTarget[]>> {
  const { rows } = await sql<PostTarget & { messageId: string }>`${prepared}
    select m.message_id, m.group_id, m.topics, g.account_id, g.status in ('lost', 'removed') as gone,
           g.status = 'removed' as removed
      from message_groups m join groups g on g.id = m.group_id
     where m.message_id = any(${list(ids)}::uuid[]) order by m.position`.execute(reading.db)
  return Map.groupBy(rows, (row) => row.messageId)
}

export async function replaceTargets(
  tx: Tx,
  messageId: string,
  targets: readonly Target[],
): Promise<void> {
  await tx.db.deleteFrom('messageGroups').where('messageId', '=', messageId).execute()
  if (targets.length === 0) return
  await sql`
    insert into message_groups (message_id, group_id, position, topics)
    select ${messageId}, (target ->> 'groupId')::uuid, position,
           array(select jsonb_array_elements_text(target -> 'topics'))
      from jsonb_array_elements(${JSON.stringify(targets)}::jsonb)
           with ordinality as chosen (target, position)`.execute(tx.db)
}

/** Those of these groups that belong to the user. */
export async function readGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`${prepared}
    select id, channel, status, reason, title, topics from groups
     where user_id = ${userId} and id = any(${list(ids)}::uuid[])`.execute(reading.db)
  return rows
}

/** The groups that a message goes to, without those that were removed. */
export async function readChosen(reading: Reading, messageId: string): Promise<ChosenGroup[]> {
  const { rows } = await sql<ChosenGroup>`${prepared}
    select g.id, g.channel, g.status, g.reason, g.title, g.topics
      from message_groups m join groups g on g.id = m.group_id
     where m.message_id = ${messageId} and g.status <> 'removed' order by m.position`.execute(
    reading.db,
  )
  return rows
}

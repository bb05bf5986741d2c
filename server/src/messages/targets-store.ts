import { sql } from 'kysely'
import { list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import type { Reading } from '../platform/context.ts'
import { targetsOf, type Target } from '../series/targets-store.ts'

export const {
  replaceTargets,
  readChosen,
  readFirstGroups,
  readQuiet,
  readUnreachable,
  mergeTargets,
} = targetsOf('message')

/** A group of a message when it is sent. Nothing can be sent to a lost or removed group. */
export type PostTarget = Target & { accountId: string; gone: boolean; removed: boolean }

/**
 * The groups and topics of messages, in the order they were chosen. Removed groups are included, because a
 * continued fan-out counts through the groups by number.
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

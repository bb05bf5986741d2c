import type { QuietHours } from '@carillon/contract/groups/rules'
import { sql } from 'kysely'
import type { GroupsTable } from '../groups/tables.ts'
import type { Reading } from '../platform/context.ts'
import { targetsOf, type Target } from '../series/targets-store.ts'
import { list } from '../platform/db/lists.ts'

export const {
  replaceTargets,
  readChosen,
  readFirstGroups,
  readQuiet,
  readUnreachable,
  mergeTargets,
} = targetsOf('cycle')

/** A group of a cycle when it is sent. */
export type PostTarget = Target & {
  accountId: string
  status: GroupsTable['status']
  quietHours: QuietHours | null
  timeZone: string
}

/**
 * The groups and topics of cycles, in the order they were chosen. Removed groups are included, because a
 * continued fan-out counts by their places.
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

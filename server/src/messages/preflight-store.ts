import type { ChannelKind } from '@carillon/contract/config'
import type { Group } from '@carillon/contract/groups'
import type { QuietHours } from '@carillon/contract/groups/rules'
import type { MediaKind } from '@carillon/contract/media'
import { sql } from 'kysely'
import type { StoredGroupStatus } from '../groups/rules.ts'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** The facts of a group that affect a message. */
export type PreflightGroup = {
  id: string
  title: string
  accountId: string
  channel: ChannelKind
  kind: Group['kind']
  status: StoredGroupStatus
  reason: string | null
  topics: Group['topics']
  /** Kinds that the group does not accept although it accepts texts, as far as its network reported. */
  refuses: (MediaKind | 'poll' | 'pin')[]
  quietHours: QuietHours | null
  dailyCap: number | null
  minGapMinutes: number | null
  timeZone: string
  /**
   * The account that sends to it; since when it has its status, and until when its network forbids it to send, in
   * milliseconds since 1970.
   */
  account: { status: string; reason: string | null; since: number; restrictedUntil: number | null }
}

/** These groups of a user, in the given order. */
export async function readPreflightGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<PreflightGroup[]> {
  const { rows } = await sql<PreflightGroup>`
    select g.id, g.title, g.account_id, g.channel, g.kind, g.status, g.reason, g.topics, g.quiet_hours, g.daily_cap, g.min_gap_minutes,
           coalesce(g.time_zone, u.time_zone) as time_zone, coalesce(c.refuses, '{}') as refuses,
           jsonb_build_object('status', a.status, 'reason', a.reason,
             'since', extract(epoch from a.since) * 1000, 'restrictedUntil', extract(epoch from a.restricted_until) * 1000) as account
      from groups g join users u on u.id = g.user_id join accounts a on a.id = g.account_id
      left join chats c on c.account_id = g.account_id and c.external_id = g.external_id
     where g.user_id = ${userId} and g.id = any(${list(ids)}::uuid[])
     order by array_position(${list(ids)}::uuid[], g.id)`.execute(reading.db)
  return rows
}

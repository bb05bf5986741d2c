import type { ChannelKind } from '@carillon/contract/config'
import type { Group } from '@carillon/contract/groups'
import type { MediaKind } from '@carillon/contract/media'
import type { Schedule } from '@carillon/contract/schedule'
import { sql } from 'kysely'
import type { StoredGroupStatus } from '../groups/rules.ts'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** A run that comes soon and was not checked yet. */
export type UpcomingRun = {
  scheduleId: string
  userId: string
  source: SourceKind
  sourceId: string
  spec: Schedule
  slotAt: Date
}

/**
 * Claims runs between two instants that no process has checked yet: one per user before a second of any user (round
 * robin). A schedule that was checked since `lately` is left out, and one that is being deleted.
 */
export async function claimUpcoming(
  writing: Writing,
  { now, until, lately, most }: { now: Date; until: Date; lately: Date; most: number },
): Promise<UpcomingRun[]> {
  const { rows } = await sql<UpcomingRun>`
    with coming as (
      select s.id, s.user_id, s.source, s.source_id, s.spec, s.next_slot_at as slot_at,
        row_number() over (partition by s.user_id order by s.next_slot_at, s.id) as turn
      from schedules s left join slots_ahead a on a.schedule_id = s.id
      where s.next_slot_at > ${now} and s.next_slot_at <= ${until}
        and (a.schedule_id is null or a.slot_at <> s.next_slot_at and a.looked_at <= ${lately})),
    present as (
      select s.id, c.slot_at from (select * from coming order by turn, slot_at, id limit ${most}) c
      join schedules s on s.id = c.id order by s.id for key share of s skip locked),
    taken as (
      insert into slots_ahead as a (schedule_id, slot_at, looked_at)
      select id, slot_at, ${now}::timestamptz from present
      on conflict (schedule_id) do update set slot_at = excluded.slot_at, looked_at = excluded.looked_at
        where a.slot_at <> excluded.slot_at
      returning schedule_id)
    select c.id as schedule_id, c.user_id, c.source, c.source_id, c.spec, c.slot_at
    from coming c join taken t on t.schedule_id = c.id order by c.turn, c.slot_at, c.id`.execute(
    writing.db,
  )
  return rows
}

/** Stores what the user is told about the next run of a schedule. Returns whether it differs from the last time. */
export async function noteReported(
  tx: Tx,
  scheduleId: string,
  told: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update slots_ahead set told = ${told}
    where schedule_id = ${scheduleId} and told is distinct from ${told} returning 1`.execute(tx.db)
  return rows.length > 0
}

/** The facts that decide whether something can be sent to a group. */
export type CheckedGroup = {
  id: string
  accountId: string
  channel: ChannelKind
  status: StoredGroupStatus
  reason: string | null
  title: string
  topics: Group['topics']
  refuses: (MediaKind | 'poll' | 'pin')[]
  account: { status: string; reason: string | null; pausedUntil: null }
}

/** These groups of a user, by id. */
export async function readCheckedGroups(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, CheckedGroup>> {
  const { rows } = await sql<CheckedGroup>`
    select g.id, g.account_id, g.channel, g.status, g.reason, g.title, g.topics, coalesce(c.refuses, '{}') as refuses,
      jsonb_build_object('status', a.status, 'reason', a.reason) as account
    from groups g join accounts a on a.id = g.account_id
    left join chats c on c.account_id = g.account_id and c.external_id = g.external_id
    where g.user_id = ${userId} and g.id = any(${list(ids)}::uuid[])`.execute(reading.db)
  return new Map(rows.map((row) => [row.id, row]))
}

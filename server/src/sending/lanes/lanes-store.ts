import type { ChannelKind } from '@carillon/contract/config'
import type { OnUnconfirmed } from '@carillon/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Reading } from '../../platform/context.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { GroupRules } from '../group-rules/rules.ts'
import { ATTEMPT_MS_MAX } from '../attempts/attempt.ts'
import { list, column } from '../../platform/db/lists.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { ASSUMED, type StoredReceipt } from '../../deliveries/rules.ts'
import { pending } from '../../deliveries/store.ts'
import type { Run } from '../../occurrences/port.ts'
import type { SkipCode } from '../../occurrences/words.ts'

/** A delivery with everything that its lane needs to send it. */
export type LaneDelivery = {
  id: string
  accountId: string
  userId: string
  occurrenceId: string
  groupId: string
  externalId: string
  /** The kind of chat: group, supergroup, channel. */
  kind: string
  groupStatus: string
  blockedUntil: Date | null
  dueAt: Date
  notBefore: Date
  /** The rules of the group, with its zone. */
  rules: GroupRules
  /** A person chose to ignore the rules of its group. */
  ignoresRules: boolean
  /** The reason, if a person stopped its occurrence. */
  stopped: SkipCode | null
  topicId: string | null
  /** Whether later parts of its occurrence wait for it. */
  hasNext: boolean
  contentId: string
  /** Its network, the values of its run, and the name of its group: what its content is resolved with. */
  channel: ChannelKind
  run: Run | null
  addressedAs: string | null
  expiresAt: Date
  /** The number of its last attempt; 0 before the first. */
  attempt: number
  /** The attempts that count when it is decided how long to wait and when to stop. */
  tries: number
  /** An earlier attempt may have been accepted. */
  doubtful: boolean
  /** The network refused the formatting of its content: it is sent without. */
  plain: boolean
  /** The receipt of its files, if they are in the group and the text is still to be sent. */
  receipt: StoredReceipt | null
  onUnconfirmed: OnUnconfirmed
}

/**
 * `alreadyRead`: deliveries that the lane has read before. `aheadMs`: how long before its time a delivery is read.
 */
export type LaneQuery = {
  accountId: string
  afterUser: string
  users: number
  perUser: number
  alreadyRead: readonly string[]
  aheadMs: number
}

/** One of the next users, with a delivery that is due or will be soon; null if all are due later. */
type UserDue = { accountId: string; userId: string; due: LaneDelivery | null }

/**
 * Reads what is due in lanes: for each lane the next users after the given one, and for each user the first
 * deliveries that the lane has not read. A later part waits for the earlier parts of its occurrence in the
 * same group or topic.
 */
export async function findDue(
  reading: Reading,
  now: Date,
  looks: readonly LaneQuery[],
): Promise<UserDue[]> {
  const { rows } = await sql<DueRow>`${prepared}
    select lane.account_id, u.user_id, d.id, d.occurrence_id, d.group_id, d.topic_id,
      d.content_id, d.due_at, d.not_before, d.expires_at, d.attempt, d.tries, d.doubtful, d.receipt, ${wentPlain} as plain,
      g.external_id, g.kind, g.channel, o.run, d.addressed_as,
      g.status as group_status, g.blocked_until, g.quiet_hours, g.daily_cap,
      g.min_gap_minutes, coalesce(g.time_zone, p.time_zone) as time_zone, g.time_zone is not null as zone_is_own,
      o.on_unconfirmed, o.stopped, o.ignores_rules or d.ignores_rules as ignores_rules,
      d.part + 1 < o.parts as has_next
    from unnest(
        ${column(looks, 'accountId')}::uuid[], ${column(looks, 'afterUser')}::text[],
        ${column(looks, 'users')}::int[], ${column(looks, 'perUser')}::int[],
        ${looks.map(({ alreadyRead }) => list(alreadyRead))}::text[], ${column(looks, 'aheadMs')}::int[]
      ) as lane(account_id, after_user, users, per_user, already_read, ahead_ms)
    cross join lateral (select lane.already_read::uuid[] as ids offset 0) already_read
    cross join lateral (
      ${turns(sql`lane.account_id`, sql`lane.after_user`)}
      select user_id from turn where user_id is not null limit lane.users) u
    left join lateral (
      select d.* from (
        select e.delivery_id, e.not_before from lane_entries e
        where e.account_id = lane.account_id and e.user_id = u.user_id
          and e.not_before <= ${now}::timestamptz + make_interval(secs => lane.ahead_ms / 1000.0)
          and e.delivery_id <> all(already_read.ids)) e
      cross join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
      where d.status in ${pending}
        and (d.part = 0 or not exists (
          select 1 from deliveries p
          where p.occurrence_id = d.occurrence_id and p.part < d.part and p.group_id = d.group_id
            and p.topic_id is not distinct from d.topic_id
            and (p.status in ${pending} or p.status = 'sending')))
      order by e.not_before, e.delivery_id limit lane.per_user) d on true
    left join groups g on g.id = d.group_id
    left join users p on p.id = g.user_id
    left join occurrences o on o.id = d.occurrence_id
    order by u.user_id, d.not_before, d.id`.execute(reading.db)
  return rows.map((row) => ({
    accountId: row.accountId,
    userId: row.userId,
    due: row.id === null ? null : dueOf(row),
  }))
}

/** Without a delivery, the row only names the user. */
type DueRow =
  | (Omit<LaneDelivery, 'rules'> & GroupRules)
  | { id: null; accountId: string; userId: string }

// Field by field: a rest pattern took a third of the time of a read.
const dueOf = (row: Exclude<DueRow, { id: null }>): LaneDelivery => ({
  id: row.id,
  accountId: row.accountId,
  userId: row.userId,
  occurrenceId: row.occurrenceId,
  groupId: row.groupId,
  externalId: row.externalId,
  kind: row.kind,
  groupStatus: row.groupStatus,
  blockedUntil: row.blockedUntil,
  dueAt: row.dueAt,
  notBefore: row.notBefore,
  rules: {
    quietHours: row.quietHours,
    dailyCap: row.dailyCap,
    minGapMinutes: row.minGapMinutes,
    timeZone: row.timeZone,
    zoneIsOwn: row.zoneIsOwn,
  },
  ignoresRules: row.ignoresRules,
  stopped: row.stopped,
  topicId: row.topicId,
  hasNext: row.hasNext,
  contentId: row.contentId,
  channel: row.channel,
  run: row.run,
  addressedAs: row.addressedAs,
  expiresAt: row.expiresAt,
  attempt: row.attempt,
  tries: row.tries,
  doubtful: row.doubtful,
  plain: row.plain,
  receipt: row.receipt,
  onUnconfirmed: row.onUnconfirmed,
})

// The attempts are stored in the row itself: no join, and mostly `[]`. The network may
// take the formatting of another content: a person may have edited it since.
const wentPlain = sql.raw(`d.attempts @> jsonb_build_array(
  jsonb_build_object('outcome', 'formattingRefused', 'contentId', d.content_id))`)

export type LaneRow = {
  accountId: string
  status: string
  reason: string | null
  pausedUntil: Date | null
  /** When the next delivery becomes due, if one is planned. */
  nextAt: Date | null
  /** Whether something is already due. */
  due: boolean
}

/**
 * How many users are examined for the next due time. With more users, something is very likely due already, and then
 * the exact next time is not needed; it is read again in a few seconds anyway.
 */
const LANE_USERS_MAX = 1_000

/** The states of the lanes of accounts. */
export async function readLanes(
  reading: Reading,
  now: Date,
  accountIds: readonly string[],
): Promise<LaneRow[]> {
  const { rows } = await sql<LaneRow>`${prepared}
    select a.id as account_id, a.status, a.reason, a.paused_until, l.next_at, l.due
    from accounts a cross join lateral (
      ${turns(sql`a.id`, sql`''`)}
      select min(n.next_at) as next_at, coalesce(bool_or(n.due), false) as due
      from (select user_id from turn where user_id is not null limit ${LANE_USERS_MAX}) u
      cross join lateral (
        select (select e.not_before from lane_entries e
            where e.account_id = a.id and e.user_id = u.user_id and e.not_before > ${now}
            order by e.not_before limit 1) as next_at,
          exists (select 1 from lane_entries e
            cross join lateral (select d.status from deliveries d where d.id = e.delivery_id offset 0) d
            where e.account_id = a.id and e.user_id = u.user_id and e.not_before <= ${now}
              and d.status in ${pending}) as due) n) l
    where a.id = any(${accountIds}::uuid[])`.execute(reading.db)
  return rows
}

/** Longer than an attempt without files takes. An attempt that its lane still works on is left alone. */
const LEFT_OPEN_MS = minutes(1)

/** An attempt that ended since an instant was opened at most so long before; a minute more for storing the result. */
const OPEN_MAX_MS = ATTEMPT_MS_MAX + minutes(1)

/** Accounts with an attempt that has been open for long: their lanes know whether they still work on it. */
export async function findLeftOpen(
  reading: Reading,
  now: Date,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct e.account_id as id
    from lane_entries e
    cross join lateral (select d.status, d.opened_at from deliveries d where d.id = e.delivery_id offset 0) d
    where e.account_id = any(${accountIds}::uuid[]) and d.status = 'sending'
      and d.opened_at <= ${after(now, -LEFT_OPEN_MS)}`.execute(reading.db)
  return rows.map((row) => row.id)
}

// The users with something in a lane, one after the other: each is one step in the index.
const turns = (accountId: RawBuilder<unknown>, afterUser: RawBuilder<unknown>) => sql`
  with recursive turn as (
    (select e.user_id from lane_entries e
     where e.account_id = ${accountId} and e.user_id > ${afterUser}
     order by e.user_id limit 1)
    union all
    select (select e.user_id from lane_entries e
            where e.account_id = ${accountId} and e.user_id > turn.user_id
            order by e.user_id limit 1)
    from turn where turn.user_id is not null)`

/** A recent send, and how many messages the network counted for it. */
type SentLately = {
  accountId: string
  externalId: string
  kind: string
  messages: number
  sentAt: Date
}

/**
 * What accounts sent since an instant. What earlier owners left on the wire counts as sent when it was
 * settled.
 */
export async function readSentSince(
  reading: Reading,
  since: Date,
  accountIds: readonly string[],
): Promise<SentLately[]> {
  const { rows } = await sql<SentLately>`
    select d.account_id, g.external_id, g.kind,
      greatest(1, coalesce(jsonb_array_length(d.receipt -> 'externalIds'), 1)) as messages,
      case when d.sent_at is null or d.code = ${ASSUMED} then d.updated_at else d.sent_at end as sent_at
    from deliveries d join groups g on g.id = d.group_id
    where d.account_id = any(${accountIds}::uuid[]) and d.opened_at > ${after(since, -OPEN_MAX_MS)}
      and (d.sent_at > ${since} or d.opened_at > ${since})`.execute(reading.db)
  return rows
}

/** When something was last accepted in a group; its row is updated a little later. */
export async function findLastSent(
  reading: Reading,
  since: Date,
  groupId: string,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(d.sent_at) as at from deliveries d
    where d.group_id = ${groupId} and d.sent_at > ${since} and d.opened_at > ${after(since, -OPEN_MAX_MS)}
      and d.code is distinct from ${ASSUMED}`.execute(reading.db)
  return rows[0]!.at
}

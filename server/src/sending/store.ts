import type { OnUnconfirmed } from '@carillon/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { after, days, minutes } from '../platform/clock.ts'
import type { GroupRules } from './group-rules.ts'
import { list, column } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'
import { ASSUMED } from '../deliveries/rules.ts'
import { pending } from '../deliveries/store.ts'
import type { SkipCode } from '../occurrences/words.ts'
import type { GroupSendsTable } from './tables.ts'

const prepared = sql.raw(PREPARED)

/** A delivery that is due, with all that its lane must know to send it. */
export type Due = {
  id: string
  accountId: string
  userId: string
  occurrenceId: string
  groupId: string
  externalId: string
  /** What the chat is: group, supergroup, channel. */
  kind: string
  groupStatus: string
  blockedUntil: Date | null
  dueAt: Date
  notBefore: Date
  /** What the group bears, and in which zone. */
  rules: GroupRules
  /** Why a person stopped its occurrence. */
  stopped: SkipCode | null
  topicId: string | null
  /** Whether others of its occurrence wait until it has ended. */
  hasNext: boolean
  contentId: string
  expiresAt: Date
  attempt: number
  tries: number
  doubtful: boolean
  /** The network has refused its formatting: it goes without. */
  plain: boolean
  onUnconfirmed: OnUnconfirmed
}

/**
 * `held`: what the lane has in hand, which it does not need again. `aheadMs`: how long before its time what
 * is due is wanted.
 */
export type Look = {
  accountId: string
  afterUser: string
  users: number
  perUser: number
  held: readonly string[]
  aheadMs: number
}

/** A user whose turn it is, with a delivery that is due or soon will be, or null when all are to come later. */
type Turn = { accountId: string; userId: string; due: Due | null }

/**
 * What is due in lanes: of each the next so many users after the one given, and of each user the first
 * so many that the lane has not in hand. A later part waits for the earlier ones of its occurrence in the same place.
 */
export async function findDue(
  reading: Reading,
  now: Date,
  looks: readonly Look[],
): Promise<Turn[]> {
  const { rows } = await sql<DueRow>`${prepared}
    select lane.account_id, u.user_id, d.id, d.occurrence_id, d.group_id, d.topic_id,
      d.content_id, d.due_at, d.not_before, d.expires_at, d.attempt, d.tries, d.doubtful, ${wentPlain} as plain,
      g.external_id, g.kind,
      g.status as group_status, g.blocked_until, g.quiet_hours, g.daily_cap,
      g.min_gap_minutes, coalesce(g.time_zone, p.time_zone) as time_zone, o.on_unconfirmed, o.stopped,
      d.part + 1 < o.parts as has_next
    from unnest(
        ${column(looks, 'accountId')}::uuid[], ${column(looks, 'afterUser')}::text[],
        ${column(looks, 'users')}::int[], ${column(looks, 'perUser')}::int[],
        ${looks.map(({ held }) => list(held))}::text[], ${column(looks, 'aheadMs')}::int[]
      ) as lane(account_id, after_user, users, per_user, held, ahead_ms)
    cross join lateral (select lane.held::uuid[] as ids offset 0) held
    cross join lateral (
      ${turns(sql`lane.account_id`, sql`lane.after_user`)}
      select user_id from turn where user_id is not null limit lane.users) u
    left join lateral (
      select d.* from (
        select e.delivery_id, e.not_before from lane_entries e
        where e.account_id = lane.account_id and e.user_id = u.user_id
          and e.not_before <= ${now}::timestamptz + make_interval(secs => lane.ahead_ms / 1000.0)
          and e.delivery_id <> all(held.ids)) e
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

/** Without a delivery only whose turn it is. */
type DueRow = (Omit<Due, 'rules'> & GroupRules) | { id: null; accountId: string; userId: string }

// By name, one after the other: leaving some out of all took Node a third of its time for a look.
const dueOf = (row: Exclude<DueRow, { id: null }>): Due => ({
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
  },
  stopped: row.stopped,
  topicId: row.topicId,
  hasNext: row.hasNext,
  contentId: row.contentId,
  expiresAt: row.expiresAt,
  attempt: row.attempt,
  tries: row.tries,
  doubtful: row.doubtful,
  plain: row.plain,
  onUnconfirmed: row.onUnconfirmed,
})

// What was tried lies in the row itself: no join, and mostly `[]`.
const wentPlain = sql.raw(`d.attempts @> '[{"outcome": "formattingRefused"}]'`)

export type LaneRow = {
  accountId: string
  status: string
  reason: string | null
  pausedUntil: Date | null
  /** When the next delivery becomes due, if one is planned. */
  nextAt: Date | null
  /** Whether something is due already. */
  due: boolean
}

/** Users looked at for when a lane goes on; with more of them at once there is something to send anyway. */
const LANE_USERS_MAX = 1_000

/** How the lanes of accounts stand. */
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

/** A try and its last word take some 30 s. */
const OPEN_MAX_MS = minutes(1)

/** Accounts with an attempt that is open for longer than any try takes: all that is in their lanes is read. */
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
      and d.opened_at <= ${after(now, -OPEN_MAX_MS)}`.execute(reading.db)
  return rows.map((row) => row.id)
}

// The users with something in a lane, one after the other: a step in the index each, however much it holds.
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

/**
 * What accounts sent since then, and what earlier owners left on the wire, as if it had arrived when that
 * was put in order: it counts against their pace.
 */
export async function readSentSince(
  reading: Reading,
  since: Date,
  accountIds: readonly string[],
): Promise<{ accountId: string; externalId: string; kind: string; sentAt: Date }[]> {
  const { rows } = await sql<{ accountId: string; externalId: string; kind: string; sentAt: Date }>`
    select d.account_id, g.external_id, g.kind,
      case when d.sent_at is null or d.code = ${ASSUMED} then d.updated_at else d.sent_at end as sent_at
    from deliveries d join groups g on g.id = d.group_id
    where d.account_id = any(${accountIds}::uuid[]) and d.opened_at > ${after(since, -OPEN_MAX_MS)}
      and (d.sent_at > ${since} or d.opened_at > ${since})`.execute(reading.db)
  return rows
}

/** When something was last accepted in a group since then: its row is told so a little later. */
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

/** Who writes: an account with the epoch of its owner. */
export type Owner = { id: string; epoch: number }

// Locks the owners' accounts against being claimed: what a stale owner writes finds nothing.
export const owned = (owners: readonly Owner[]) => sql`
  owned as materialized (
    select a.id, a.epoch from accounts a
    join unnest(${column(owners, 'id')}::uuid[], ${column(owners, 'epoch')}::bigint[]) as o(id, epoch)
      on a.id = o.id and a.epoch = o.epoch
    order by a.id for share of a)`

/** The later parts of deliveries in the same place, which wait until these have ended: `laterOf('one')`. */
const laterOf = (one: string) =>
  sql.raw(`
    from ${one} join occurrences o on o.id = ${one}.occurrence_id and o.parts > ${one}.part + 1
    cross join lateral generate_series(${one}.part + 1, o.parts - 1) as later (part)
    cross join lateral (
      select n.id from deliveries n
      where n.occurrence_id = ${one}.occurrence_id and n.part = later.part and n.group_id = ${one}.group_id
        and n.topic_id is not distinct from ${one}.topic_id offset 0) n`)

/**
 * Lets deliveries wait, with the reason, without a try. What waits for the pace is not late: its time
 * grows by `graceMs`, and so does that of the parts that wait for it.
 */
export async function defer(
  reading: Reading,
  now: Date,
  owner: Owner,
  rows: readonly { id: string; until: Date; reason: string; graceMs: number }[],
): Promise<void> {
  await sql`
    with ${owned([owner])},
    deferred as (
    update deliveries d
    set status = 'waiting', not_before = v.until, reason = v.reason,
      expires_at = d.expires_at + make_interval(secs => v.grace_ms / 1000), rev = d.rev + 1, updated_at = ${now}
    from owned, unnest(
      ${column(rows, 'id')}::uuid[], ${column(rows, 'until')}::timestamptz[], ${column(rows, 'reason')}::text[],
      ${column(rows, 'graceMs')}::float8[]
    ) as v(id, until, reason, grace_ms)
    where d.id = v.id and d.account_id = owned.id and d.status in ${pending}
    returning d.occurrence_id, d.part, d.group_id, d.topic_id, v.grace_ms),
    next as materialized (select n.id, deferred.grace_ms ${laterOf('deferred')})
    update deliveries d set expires_at = d.expires_at + make_interval(secs => next.grace_ms / 1000)
    from next where d.id = next.id and d.status in ${pending}`.execute(reading.db)
}

/** Holds what is due while its account is not connected. */
export async function hold(
  tx: Reading,
  now: Date,
  accountId: string,
  told: { code: string; reason: string },
): Promise<void> {
  await sql`
    update deliveries d
    set status = 'held', code = ${told.code}, reason = ${told.reason}, rev = d.rev + 1, updated_at = ${now}
    where d.id = any(array(select e.delivery_id from lane_entries e where e.account_id = ${accountId}
        and e.not_before <= ${now}))
      and d.status in ('queued', 'waiting') and d.not_before <= ${now} and d.expires_at > ${now}`.execute(
    tx.db,
  )
}

/** Ended in one transaction: their occurrences are locked meanwhile. */
export const SLICE_MAX = 500

/**
 * What has not been sent in time in the lane of an account, whatever it waits for; at most SLICE_MAX, user
 * by user, of each what was to go first: as the lane’s index has it.
 */
export async function findExpired(
  reading: Reading,
  now: Date,
  accountId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from lane_entries e
    cross join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
    where e.account_id = ${accountId} and d.status in ${pending} and d.expires_at <= ${now}
    order by e.user_id, e.not_before, e.delivery_id
    limit ${SLICE_MAX}`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** What waits in the lane of an account, whenever it is due; at most SLICE_MAX, in the same order. */
export async function findWaiting(reading: Reading, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from lane_entries e
    cross join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
    where e.account_id = ${accountId} and d.status in ${pending}
    order by e.user_id, e.not_before, e.delivery_id
    limit ${SLICE_MAX}`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** A transaction of the lanes gives way to people's: it fails sooner than a deadlock is looked for. */
export async function giveWay(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '400ms'`.execute(tx.db)
}

/**
 * What was sent to these groups since then. An occurrence of which nothing arrived does not count.
 */
export async function readSends(
  reading: Reading,
  since: Date,
  deliveries: readonly { groupId: string }[],
): Promise<GroupSendsTable[]> {
  const { rows } = await sql<GroupSendsTable>`
    select s.group_id, s.occurrence_id, s.at
    from group_sends s join occurrences o on o.id = s.occurrence_id
    where s.group_id = any(${column(deliveries, 'groupId')}::uuid[]) and s.at > ${since}
      and (o.finished_at is null or o.sent + o.unconfirmed > 0)`.execute(reading.db)
  return rows
}

/**
 * Puts a delivery off by a rule of its group, with the parts that wait for it: the time they have begins when
 * the rule lets them.
 */
export async function shift(
  tx: Tx,
  now: Date,
  owner: Owner,
  { id, until, code, reason }: { id: string; until: Date; code: string; reason: string },
): Promise<void> {
  await sql`
    with ${owned([owner])},
    one as materialized (
      select d.id, d.occurrence_id, d.part, d.group_id, d.topic_id from deliveries d, owned
      where d.id = ${id} and d.account_id = owned.id and d.status in ${pending}),
    put_off as materialized (select id from one union all select n.id ${laterOf('one')})
    update deliveries d
    set status = 'waiting', not_before = ${until}, code = ${code}, reason = ${reason},
      expires_at = greatest(d.expires_at, ${until}::timestamptz + (d.expires_at - d.due_at)),
      due_at = case when ${code} = 'quiet_hours' then ${until} else d.due_at end,
      rev = d.rev + 1, updated_at = ${now}
    from put_off
    where d.id = put_off.id and d.status in ${pending}`.execute(tx.db)
}

/** What one source has waiting for the end of quiet hours in one place, but for the newest of it. */
export async function findOlderHeld(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; occurrenceId: string }>`
    select d.id, d.occurrence_id
    from deliveries one
    join occurrences o on o.id = one.occurrence_id
    join lane_entries e on e.account_id = one.account_id and e.user_id = one.user_id
    join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
      on d.status in ${pending} and d.group_id = one.group_id and d.code = 'quiet_hours'
      and d.topic_id is not distinct from one.topic_id
    join occurrences held on held.id = d.occurrence_id
      and held.source = o.source and held.source_id = o.source_id
    where one.id = ${id}
    order by held.due_at desc, held.id desc`.execute(tx.db)
  const newest = rows[0]?.occurrenceId
  return rows.filter((row) => row.occurrenceId !== newest).map((row) => row.id)
}

/**
 * Notes what a group got since then, or may have got. The group is locked meanwhile, so only its user's
 * deliveries are read, by when they were due: those that got their turn in a week. Their opening is asked
 * for as a difference, or PostgreSQL takes the index by it and reads what everybody sent that day
 * (measured 2026-11, 400,000 deliveries of 20 users: 20 ms instead of 345).
 */
export async function recallSends(tx: Tx, since: Date, groupId: string): Promise<void> {
  await sql`
    insert into group_sends (group_id, occurrence_id, at)
    select d.group_id, d.occurrence_id, min(d.opened_at)
    from deliveries d
    where d.user_id = (select user_id from groups where id = ${groupId}) and d.group_id = ${groupId}
      and d.due_at > ${after(since, -TURN_MAX_MS)} and d.opened_at - ${since}::timestamptz > interval '0'
      and d.status in ('sending', 'sent', 'unconfirmed')
    group by d.group_id, d.occurrence_id
    on conflict do nothing`.execute(tx.db)
}

/** A window is a day at most; this leaves the slowest lane six more for its turns. */
const TURN_MAX_MS = days(7)

/**
 * Gives deliveries that have not ended their places back, should they have lost them, as when triggers were
 * off while a backup was restored. Answers those that had none.
 */
export async function restoreEntries(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lost as (
      select d.account_id, d.user_id, d.not_before, d.id
      from occurrences o join deliveries d on d.occurrence_id = o.id
      where o.finished_at is null and (d.status in ${pending} or d.status = 'sending')
        and not exists (
          select 1 from lane_entries e where e.account_id = d.account_id and e.user_id = d.user_id
            and e.not_before = d.not_before and e.delivery_id = d.id)
      order by d.id for update of d skip locked)
    insert into lane_entries (account_id, user_id, not_before, delivery_id)
    select account_id, user_id, not_before, id from lost
    on conflict do nothing returning delivery_id as id`.execute(tx.db)
  return rows.map((row) => row.id)
}

/** Forgets sends that no rule asks for any more. */
export async function forgetSends(reading: Reading, before: Date): Promise<void> {
  await sql`delete from group_sends where at < ${before}`.execute(reading.db)
}

import { sql, type RawBuilder } from 'kysely'
import type { Pace } from '../channels/port.ts'
import type { Tx } from '../platform/context.ts'
import { MAYBE_SENT, PENDING, skipWords, WINDOW_MIN_MS, type SkipCode } from './rules.ts'

/** As the partial indexes say it, so that they are used. */
export const pending = sql.raw(`(${PENDING.map((status) => `'${status}'`).join(', ')})`)

export type SliceRow = { occurrenceId: string; dueAt: Date; catchUpMs: number; next: number | null }

export type PlannedRow = {
  id: string
  slice: number
  part: number
  contentId: string
  groupId: string
  topicId: string | null
  delayMs: number
  skip: SkipCode | null
}

/**
 * Inserts what does not exist yet, with the forecast of each delivery's turn: after all that waits in
 * its lane, at its account's and its group's pace. Answers the accounts that have something to send.
 */
export async function insertDeliveries(
  tx: Tx,
  now: Date,
  paces: ReadonlyMap<string, Pace>,
  slices: readonly SliceRow[],
  rows: readonly PlannedRow[],
): Promise<string[]> {
  const channels = [...paces].map(([channel, { account, groupPerMinute }]) => ({
    channel,
    everyMs: 1_000 / account.perSecond,
    groupEveryMs: 60_000 / groupPerMinute,
  }))
  const { rows: accounts } = await sql<{ accountId: string }>`
    with slice as (
      select * from unnest(
        ${column(slices, 'occurrenceId')}::uuid[], ${column(slices, 'dueAt')}::timestamptz[],
        ${slices.map((slice) => Math.max(slice.catchUpMs, WINDOW_MIN_MS))}::float8[],
        ${column(slices, 'next')}::int[]
      ) with ordinality as s(occurrence_id, due_at, window_ms, next, n)),
    pace as (
      select * from unnest(
        ${column(channels, 'channel')}::text[], ${column(channels, 'everyMs')}::float8[],
        ${column(channels, 'groupEveryMs')}::float8[]
      ) as p(channel, every_ms, group_every_ms)),
    planned as (
      select r.*, s.occurrence_id, s.due_at + make_interval(secs => r.delay_ms / 1000) as due_at,
        s.window_ms, g.account_id, o.user_id,
        coalesce(p.every_ms, 0) as every_ms, coalesce(p.group_every_ms, 0) as group_every_ms,
        row_number() over (partition by g.account_id order by r.n) as place,
        row_number() over (partition by g.account_id, g.external_id order by r.n) - 1 as group_place
      from unnest(
        ${column(rows, 'id')}::uuid[], ${rows.map((row) => row.slice + 1)}::int[],
        ${column(rows, 'part')}::int[], ${column(rows, 'contentId')}::uuid[],
        ${column(rows, 'groupId')}::uuid[], ${column(rows, 'topicId')}::text[],
        ${column(rows, 'skip')}::text[], ${rows.map(({ skip }) => skip && skipWords[skip])}::text[],
        ${column(rows, 'delayMs')}::float8[]
      ) with ordinality as r(id, slice, part, content_id, group_id, topic_id, code, reason, delay_ms, n)
      join slice s on s.n = r.slice
      join occurrences o on o.id = s.occurrence_id
      join groups g on g.id = r.group_id
      left join pace p on p.channel = g.channel),
    -- Counted once a lane: left to the planner, it was counted again for each delivery (measured 2026-11-21:
    -- 770 ms instead of 10 for 500 deliveries behind 3,500).
    lane as materialized (
      select account_id,
        (select count(*) from deliveries d where d.account_id = a.account_id and d.status in ${pending}) as ahead
      from (select distinct account_id from planned) a),
    made as (
      insert into deliveries (id, occurrence_id, user_id, account_id, group_id, topic_id, part, content_id,
        due_at, expires_at, status, not_before, code, reason, created_at, updated_at)
      select id, occurrence_id, user_id, account_id, group_id, topic_id, part, content_id, due_at,
        due_at + make_interval(secs =>
          (window_ms + greatest((ahead + place) * every_ms, group_place * group_every_ms)) / 1000),
        case when code is null then 'queued' else 'skipped' end, due_at, code, reason, ${now}, ${now}
      from planned join lane using (account_id)
      on conflict (occurrence_id, part, group_id, topic_id) do nothing
      returning occurrence_id, account_id, status),
    counted as (
      update occurrences o
      set total = o.total + coalesce(m.total, 0), skipped = o.skipped + coalesce(m.skipped, 0),
        fan_out_from = s.next
      from slice s left join (
        select occurrence_id, count(*) as total, count(*) filter (where status = 'skipped') as skipped
        from made group by 1) m using (occurrence_id)
      where o.id = s.occurrence_id)
    select distinct account_id from made where status = 'queued'`.execute(tx.db)
  return accounts.map((row) => row.accountId)
}

/** Which pending deliveries: those named, or all of an occurrence, a source, a group, a chat or an account. */
export type Which =
  | { ids: readonly string[] }
  | { occurrenceId: string }
  | { source: 'message' | 'cycle'; sourceId: string }
  | { groupId: string }
  | { accountId: string; externalId?: string }

/** An occurrence whose counts have changed, and whether all of its deliveries have ended. */
export type Changed = { id: string; complete: boolean }

/** Ends pending deliveries for good. One that may have been sent by an earlier try ends as unconfirmed. */
export async function endPending(
  tx: Tx,
  now: Date,
  which: Which,
  end: { status: 'skipped' | 'failed'; code: string; reason: string },
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with chosen as materialized (
      select d.id from deliveries d where d.status in ${pending} and ${matches(which)}
      order by d.id for update),
    changed as (
      update deliveries d
      set status = case when d.doubtful then 'unconfirmed' else ${end.status} end, code = ${end.code},
        reason = case when d.doubtful then ${MAYBE_SENT} else ${end.reason} end, rev = d.rev + 1,
        updated_at = ${now}
      from chosen where d.id = chosen.id
      returning d.occurrence_id, null::text as was, d.status as became),
    ${counted}
    select id, complete from counted`.execute(tx.db)
  return rows
}

function matches(which: Which): RawBuilder<unknown> {
  if ('ids' in which) return sql`d.id = any(${which.ids}::uuid[])`
  if ('occurrenceId' in which) return sql`d.occurrence_id = ${which.occurrenceId}`
  if ('groupId' in which) return sql`d.group_id = ${which.groupId}`
  if ('accountId' in which) {
    const { accountId, externalId } = which
    if (externalId === undefined) return sql`d.account_id = ${accountId}`
    return sql`d.account_id = ${accountId} and d.group_id in (
      select g.id from groups g where g.account_id = ${accountId} and g.external_id = ${externalId})`
  }
  return sql`d.occurrence_id in (select o.id from occurrences o
    where o.source = ${which.source} and o.source_id = ${which.sourceId} and o.finished_at is null)`
}

/**
 * Keeps the counts of occurrences: every statement that changes a status for or from its end names the
 * rows `changed (occurrence_id, was, became)` and adds this, so that counts and rows never differ.
 * `counted` has every occurrence touched, and whether all of its deliveries have ended. Occurrences are
 * locked by id, so that two processes never wait for each other.
 */
export const counted = sql.raw(`
  difference as (
    select occurrence_id,
      (count(*) filter (where became = 'sent') - count(*) filter (where was = 'sent'))::int as sent,
      (count(*) filter (where became = 'failed') - count(*) filter (where was = 'failed'))::int as failed,
      (count(*) filter (where became = 'skipped') - count(*) filter (where was = 'skipped'))::int as skipped,
      (count(*) filter (where became = 'unconfirmed') - count(*) filter (where was = 'unconfirmed'))::int
        as unconfirmed
    from changed group by occurrence_id),
  locked as materialized (
    select o.id from occurrences o
    where o.id in (select occurrence_id from difference
                   where sent <> 0 or failed <> 0 or skipped <> 0 or unconfirmed <> 0)
    order by o.id for update),
  counted as (
    update occurrences o
    set sent = o.sent + d.sent, failed = o.failed + d.failed, skipped = o.skipped + d.skipped,
      unconfirmed = o.unconfirmed + d.unconfirmed,
      status = case when o.finished_at is null then 'sending' else o.status end
    from locked join difference d on d.occurrence_id = locked.id
    where o.id = locked.id
    returning o.id,
      o.fan_out_from is null and o.total = o.sent + o.failed + o.skipped + o.unconfirmed as complete)`)

/** One column of rows, to be unnested: statements stay the same however many rows there are. */
export const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] =>
  rows.map((row) => row[key])

import { sql } from 'kysely'
import type { Tx, Writing } from '../../platform/context.ts'
import { millis, column } from '../../platform/db/lists.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { ASSUMED, UNREACHABLE_STATUSES } from '../../deliveries/rules.ts'
import { createFollowUps } from '../../deliveries/follow-up-creation-store.ts'
import { counted, pending } from '../../deliveries/store.ts'
import { textFollows } from '../../deliveries/text-after-store.ts'
import { owned, type Owner } from '../store.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'
import type { Changed } from '../../deliveries/port.ts'

// Rows are always fetched by their ids and checked afterwards: with the statistics of a table that was empty
// a minute ago, PostgreSQL would read the whole table.

/**
 * Opens the next attempt of each delivery, in one statement that is committed before anything reaches the
 * wire. `opened` are those that may be sent: not canceled, due, of this owner, not stopped, and to
 * a group that can still be sent to. `changed` are those whose content or receipt is another one since they were
 * read.
 */
export async function openAttempts(
  writing: Writing,
  now: Date,
  owners: readonly Owner[],
  rows: readonly Pick<LaneDelivery, 'id' | 'accountId' | 'attempt' | 'contentId' | 'receipt'>[],
): Promise<{ opened: Set<string>; changed: Set<string> }> {
  const { rows: found } = await sql<{ id: string; same: boolean }>`${prepared}
    with ${owned(owners)},
    free as materialized (
      select d.id, d.group_id, d.occurrence_id, owned.epoch, g.ruled,
        d.content_id = v.content_id and d.receipt is not distinct from v.receipt as same
      from unnest(
        ${column(rows, 'id')}::uuid[], ${column(rows, 'accountId')}::uuid[], ${column(rows, 'attempt')}::int[],
        ${column(rows, 'contentId')}::uuid[],
        ${rows.map(({ receipt }) => receipt && JSON.stringify(receipt))}::jsonb[]
      ) as v(id, account_id, attempt, content_id, receipt)
      join owned on owned.id = v.account_id
      cross join lateral (
        select d.id, d.account_id, d.group_id, d.occurrence_id, d.attempt, d.status, d.not_before, d.due_at,
          d.content_id, d.receipt
        from deliveries d where d.id = v.id for update skip locked) d
      cross join lateral (
        select g.status, g.daily_cap is not null or g.min_gap_minutes is not null as ruled
        from groups g where g.id = d.group_id limit 1) g
      where d.account_id = owned.id and d.attempt = v.attempt and d.status in ${pending}
        and d.not_before <= ${now} and d.due_at <= ${now}
        and (select o.stopped from occurrences o where o.id = d.occurrence_id) is null
        and g.status <> all(${UNREACHABLE_STATUSES}::text[])),
    opened as (
      update deliveries d
      set status = 'sending', attempt = d.attempt + 1, opened_at = ${now}, epoch = free.epoch,
        rev = d.rev + 1, updated_at = ${now}
      from free where d.id = free.id and free.same
      returning d.id),
    noted as (
      insert into group_sends (group_id, occurrence_id, at)
      select distinct group_id, occurrence_id, ${now}::timestamptz from free where ruled and same
      on conflict do nothing)
    select id, true as same from opened union all select id, false from free where not same`.execute(
    writing.db,
  )
  const idsOf = (same: boolean) =>
    new Set(found.flatMap((row) => (row.same === same ? row.id : [])))
  return { opened: idsOf(true), changed: idsOf(false) }
}

/** An answered attempt, and the new state of its delivery. */
export type Closing = {
  id: string
  attempt: number
  epoch: number
  outcome: string
  /** When the network answered; an attempt without an answer is closed now. */
  answeredAt: Date | null
  status: 'queued' | 'waiting' | 'sent' | 'failed' | 'skipped' | 'unconfirmed'
  notBefore: Date
  tries: number
  doubtful: boolean
  code: string | null
  reason: string | null
  receipt: string | null
}

/**
 * Closes attempts and counts what has ended. Attempts that are not open, or that another owner opened, are
 * ignored; `closed` has the ids of the others. An earlier receipt (of files that are in the group already) is kept.
 */
export async function closeAttempts(
  writing: Writing,
  now: Date,
  rows: readonly Closing[],
): Promise<{ closed: Set<string>; changed: Changed[] }> {
  const { rows: result } = await sql<{
    closed: string[] | null
    changed: Changed[] | null
  }>`${prepared}
    with v as (
      select * from unnest(
        ${column(rows, 'id')}::uuid[], ${column(rows, 'attempt')}::int[], ${column(rows, 'epoch')}::bigint[],
        ${column(rows, 'outcome')}::text[], ${column(rows, 'status')}::text[],
        ${column(rows, 'notBefore')}::timestamptz[], ${column(rows, 'tries')}::int[],
        ${column(rows, 'doubtful')}::bool[], ${column(rows, 'code')}::text[],
        ${column(rows, 'reason')}::text[], ${column(rows, 'receipt')}::text[],
        ${millis(column(rows, 'answeredAt'))}::float8[]
      ) as v(id, attempt, epoch, outcome, status, not_before, tries, doubtful, code, reason, receipt, answered)),
    mine as materialized (
      select v.*, coalesce(to_timestamp(v.answered / 1000), ${now}) as closed_at from v cross join lateral (
        select 1 from deliveries d
        where d.id = v.id and d.status = 'sending' and d.attempt = v.attempt and d.epoch = v.epoch
        for update) d),
    ended as (
      update deliveries d
      set status = v.status, not_before = v.not_before, tries = v.tries, doubtful = v.doubtful,
        code = v.code, reason = v.reason, receipt = coalesce(v.receipt::jsonb, d.receipt),
        sent_at = case when v.code = ${ASSUMED} then d.opened_at when v.status = 'sent' then v.closed_at end,
        attempts = d.attempts || (jsonb_build_object('number', d.attempt, 'openedAt', d.opened_at,
          'closedAt', v.closed_at, 'outcome', v.outcome, 'reason', v.reason)
          || case v.outcome when 'formattingRefused' then jsonb_build_object('contentId', d.content_id) else '{}' end),
        rev = d.rev + 1, updated_at = ${now}
      from mine v where d.id = v.id
      returning d.id, d.occurrence_id, d.status, d.code, d.account_id, d.user_id, d.content_id, d.receipt, d.sent_at),
    changed as (select occurrence_id, 'sending' as was, status as became from ended),
    ${counted},
    ${createFollowUps}
    select (select count(*) from woken) as woken, (select array_agg(id) from ended) as closed,
      (select json_agg(json_build_object('id', id, 'allEnded', all_ended)) from counted) as changed`.execute(
    writing.db,
  )
  return { closed: new Set(result[0]?.closed), changed: result[0]?.changed ?? [] }
}

/** Attempts that an earlier owner left open, locked. Their outcome is unknown. */
export async function lockOnTheWire(
  tx: Tx,
  accountIds: readonly string[],
): Promise<
  (Pick<
    LaneDelivery,
    'id' | 'accountId' | 'attempt' | 'tries' | 'doubtful' | 'expiresAt' | 'onUnconfirmed'
  > & { epoch: number; textFollows: boolean })[]
> {
  // Found first and locked afterwards, because hardly any delivery of a lane is on the wire.
  const { rows } = await sql<LaneDelivery & { epoch: number; textFollows: boolean }>`
    with open as materialized (
      select e.delivery_id as id from lane_entries e
      cross join lateral (select d.status from deliveries d where d.id = e.delivery_id offset 0) d
      where e.account_id = any(${accountIds}::uuid[]) and d.status = 'sending')
    select d.id, d.account_id, d.attempt, d.epoch, d.tries, d.doubtful, d.expires_at, o.on_unconfirmed,
      ${textFollows} as text_follows
    from deliveries d join occurrences o on o.id = d.occurrence_id
    where d.id in (select id from open) and d.status = 'sending'
    order by d.id for update of d`.execute(tx.db)
  return rows
}

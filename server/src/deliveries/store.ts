import { sql, type RawBuilder } from 'kysely'
import type { Reading, Tx } from '../platform/context.ts'
import { column, list, millis } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import { skipWords, type SkipCode } from '../occurrences/words.ts'
import type { Changed } from './port.ts'
import { filesAlone, MAYBE_SENT, PENDING, SOME_ARRIVED, type QueuedGroup } from './rules.ts'

/** The statuses of deliveries that wait in a lane. */
export const pending = sql.raw(`(${PENDING.map((status) => `'${status}'`).join(', ')})`)

/** A new delivery. */
export type PlannedRow = {
  id: string
  occurrenceId: string
  userId: string
  accountId: string
  groupId: string
  /** The name of the group, which is stored if the content varies. */
  groupTitle: string
  topicId: string | null
  part: number
  contentId: string
  dueAt: Date
  expiresAt: Date
  skip: SkipCode | null
}

/** The lane of a group, and the group's name. */
export type GroupLane = QueuedGroup & { title: string }

/** The lanes of groups, by group, with the number of deliveries that wait there. */
export async function readLanes(
  reading: Reading,
  groupIds: readonly string[],
): Promise<Map<string, GroupLane>> {
  // Counted once for each lane: PostgreSQL's planner would count again for each group.
  const { rows } = await sql<GroupLane & { groupId: string }>`${prepared}
    with chosen as materialized (
      select id, title, account_id, channel, external_id from groups where id = any(${list(groupIds)}::uuid[])),
    lane as materialized (
      select account_id,
        (select count(*) from lane_entries e where e.account_id = a.account_id) as ahead
      from (select distinct account_id from chosen) a)
    select c.id as group_id, c.title, c.account_id, c.channel, c.external_id, l.ahead
    from chosen c join lane l using (account_id)`.execute(reading.db)
  return new Map(rows.map(({ groupId, ...lane }) => [groupId, lane]))
}

/**
 * Inserts deliveries, all or none. With `again`, those that exist are left as they are. Returns the new ones.
 */
export async function insertDeliveries(
  tx: Tx,
  now: Date,
  rows: readonly PlannedRow[],
  { again }: { again: boolean },
): Promise<PlannedRow[]> {
  if (rows.length === 0) return []
  // The check for existing ones costs a tenth of the time, and a new occurrence cannot have any.
  const unless = again
    ? sql`on conflict (occurrence_id, part, group_id, topic_id) do nothing`
    : sql``
  // Many values repeat, so each is sent once, and the rows refer to it by its index.
  const occurrences = named(rows, 'occurrenceId')
  const users = named(rows, 'userId')
  const accounts = named(rows, 'accountId')
  const groups = named(rows, 'groupId')
  const contents = named(rows, 'contentId')
  const titleOf = new Map(rows.map(({ groupId, groupTitle }) => [groupId, groupTitle]))
  const titles = groups.all.map((id) => titleOf.get(id)!)
  const { rows: made } = await sql<{ id: string }>`${prepared}
    with varied as materialized (
      select 1 from contents where id = any(${list(contents.all)}::uuid[]) and varies limit 1)
    insert into deliveries (id, occurrence_id, user_id, account_id, group_id, topic_id, part, content_id,
      due_at, expires_at, status, not_before, code, reason, addressed_as, created_at, updated_at)
    select id, (${list(occurrences.all)}::uuid[])[occurrence], (${users.all}::text[])[owner],
      (${list(accounts.all)}::uuid[])[account], (${list(groups.all)}::uuid[])[target], topic_id, part,
      (${list(contents.all)}::uuid[])[content], to_timestamp(due / 1000), to_timestamp(expires / 1000),
      case when code is null then 'queued' else 'skipped' end, to_timestamp(due / 1000), code, reason,
      case when exists (select from varied) then (${list(titles)}::text[])[target] end, ${now}, ${now}
    from unnest(
      ${list(column(rows, 'id'))}::uuid[], ${list(occurrences.which)}::int[], ${list(users.which)}::int[],
      ${list(accounts.which)}::int[], ${list(groups.which)}::int[], ${list(column(rows, 'part'))}::int[],
      ${list(contents.which)}::int[], ${millis(column(rows, 'dueAt'))}::float8[],
      ${millis(column(rows, 'expiresAt'))}::float8[], ${sparse(rows, 'topicId')}::text[],
      ${sparse(rows, 'skip')}::text[], ${words(rows)}::text[]
    ) as r(id, occurrence, owner, account, target, part, content, due, expires, topic_id, code, reason)
    ${unless}
    ${again ? sql`returning id` : sql``}`.execute(tx.db)
  if (!again) return [...rows]
  const fresh = new Set(column(made, 'id'))
  return rows.filter((row) => fresh.has(row.id))
}

/** Which pending deliveries: named ones, or all of an occurrence, a source, a chat or an account. */
export type Which =
  | { ids: readonly string[] }
  | { occurrenceId: string }
  | SourceOf
  | { accountId: string; externalId?: string }

/** The source of occurrences. */
export type SourceOf = { source: 'message' | 'cycle'; sourceId: string }

/** Locks those of the deliveries that are pending; returns the occurrence of each. */
export async function lockPending(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; occurrenceId: string }[]> {
  const { rows } = await sql<{ id: string; occurrenceId: string }>`
    select d.id, d.occurrence_id from deliveries d
    where d.id = any(${ids}::uuid[]) and d.status in ${pending} order by d.id for update`.execute(
    tx.db,
  )
  return rows
}

/** Ends pending deliveries for good. One that an earlier attempt may have sent ends as unconfirmed. */
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
        reason = case when d.receipt -> 'externalIds' = '[]' then ${filesAlone(false, end.reason)}
          when d.receipt is not null then ${filesAlone(true, end.reason)} when d.doubtful
          then coalesce(substring(d.reason from ${SOME_ARRIVED}), '') || ${MAYBE_SENT} else ${end.reason} end, rev = d.rev + 1,
        updated_at = ${now}
      from chosen where d.id = chosen.id
      returning d.occurrence_id, null::text as was, d.status as became),
    ${counted}
    select id, all_ended as "allEnded" from counted`.execute(tx.db)
  return rows
}

/**
 * Puts back into their lanes what the deletion of a source removed, except what was due between `deletedAt`
 * and now: that stays late. A delivery that may have been sent is retried as before. Returns the accounts of
 * these lanes.
 */
export async function restorePending(
  tx: Tx,
  now: Date,
  { source, sourceId }: SourceOf,
  deletedAt: Date,
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    with taken as materialized (
      select d.id, d.status as was, d.due_at <= ${deletedAt} or d.due_at > ${now} as returns
      from deliveries d
      where d.occurrence_id in (
          select o.id from occurrences o
          where o.source = ${source} and o.source_id = ${sourceId} and o.stopped = 'deleted')
        and d.code = 'deleted' and (d.status = 'skipped' or d.status = 'unconfirmed' and d.doubtful)
      order by d.id for update),
    changed as (
      update deliveries d
      set status = case when returns then 'queued' else d.status end, code = case when not returns then 'late' end,
        reason = case when returns then null when taken.was = 'skipped' then ${skipWords.late} else d.reason end, rev = d.rev + 1, updated_at = ${now}
      from taken where d.id = taken.id
      returning d.occurrence_id, d.account_id, taken.was, d.status as became),
    ${counted}
    select distinct account_id from changed where became = 'queued'`.execute(tx.db)
  return column(rows, 'accountId')
}

function matches(which: Which): RawBuilder<unknown> {
  if ('ids' in which) return sql`d.id = any(${which.ids}::uuid[])`
  if ('occurrenceId' in which) return sql`d.occurrence_id = ${which.occurrenceId}`
  if ('accountId' in which) {
    const { accountId, externalId } = which
    const inLane = sql`d.id = any(array(
      select delivery_id from lane_entries where account_id = ${accountId}))`
    if (externalId === undefined) return inLane
    return sql`${inLane} and d.group_id in (
      select g.id from groups g where g.account_id = ${accountId} and g.external_id = ${externalId})`
  }
  return sql`d.occurrence_id in (select o.id from occurrences o
    where o.source = ${which.source} and o.source_id = ${which.sourceId} and o.finished_at is null)`
}

/**
 * Keeps the counts of occurrences. Every statement that moves deliveries into or out of an end status names
 * the rows `changed (occurrence_id, was, became)` and adds this, so that counts and rows always agree.
 * `counted` has every changed occurrence and whether all its deliveries have ended. Occurrences are locked by
 * id, so that two processes never deadlock; a fan-out that adds to them is not blocked.
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
    order by o.id for no key update),
  counted as (
    update occurrences o
    set sent = o.sent + d.sent, failed = o.failed + d.failed, skipped = o.skipped + d.skipped,
      unconfirmed = o.unconfirmed + d.unconfirmed,
      status = case when o.finished_at is null then 'sending' else o.status end
    from locked join difference d on d.occurrence_id = locked.id
    where o.id = locked.id
    returning o.id,
      o.fan_out_from is null and o.total = o.sent + o.failed + o.skipped + o.unconfirmed as all_ended)`)

/** The different values of a column, and for each row the index of its value, from 1. */
function named<K extends string>(rows: readonly Record<K, string>[], key: K) {
  const known = new Map<string, number>()
  const which = rows.map((row) => {
    const n = known.get(row[key]) ?? known.size + 1
    known.set(row[key], n)
    return n
  })
  return { all: [...known.keys()], which }
}

/** A column that is mostly null: `unnest` fills shorter arrays with nulls. */
const sparse = <K extends string>(rows: readonly Record<K, string | null>[], key: K) =>
  rows.some((row) => row[key] !== null) ? column(rows, key) : []

const words = (rows: readonly PlannedRow[]) =>
  rows.some(({ skip }) => skip) ? rows.map(({ skip }) => skip && skipWords[skip]) : []

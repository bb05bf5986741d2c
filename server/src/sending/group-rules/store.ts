import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Reading, Tx, Writing } from '../../platform/context.ts'
import { after, days } from '../../platform/clock.ts'
import { column } from '../../platform/db/lists.ts'
import { lockPending, pending } from '../../deliveries/store.ts'
import type { GroupRules } from './rules.ts'
import type { LaneDelivery } from '../lanes/lanes-store.ts'
import type { GroupSendsTable } from '../tables.ts'
import { type Owner, owned, laterOf } from '../store.ts'

/** The sends to these groups since an instant. An occurrence of which nothing was sent does not count. */
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
 * Locks deliveries and the rules by which they were checked. Returns the ids of those that are pending and
 * still have these rules to follow. It locks in the common order.
 */
export async function lockRules(
  tx: Tx,
  deliveries: readonly LaneDelivery[],
): Promise<ReadonlySet<string>> {
  const { rows: groups } = await sql<GroupRules & { id: string }>`
    select g.id, g.quiet_hours, g.daily_cap, g.min_gap_minutes, coalesce(g.time_zone, p.time_zone) as time_zone,
           g.time_zone is not null as zone_is_own
    from groups g join users p on p.id = g.user_id
    where g.id = any(${column(deliveries, 'groupId')}::uuid[]) order by g.id for share of g, p`.execute(
    tx.db,
  )
  const present = new Map(groups.map(({ id, ...rules }) => [id, rules]))
  const same = deliveries.filter(({ groupId, rules }) =>
    isDeepStrictEqual(present.get(groupId), rules),
  )
  const ids = column(await lockPending(tx, column(same, 'id')), 'id')
  const { rows } = await sql<{ id: string }>`
    with ruled as materialized (
      select d.id, d.occurrence_id from deliveries d
      where d.id = any(${ids}::uuid[]) and not d.ignores_rules),
    still_ruled as materialized (
      select o.id, o.kept_back from occurrences o
      where o.id in (select occurrence_id from ruled) and not o.ignores_rules
      order by o.id for no key update),
    noted as (
      update occurrences o set kept_back = true
      from still_ruled where o.id = still_ruled.id and not still_ruled.kept_back)
    select ruled.id from ruled join still_ruled on still_ruled.id = ruled.occurrence_id`.execute(
    tx.db,
  )
  return new Set(column(rows, 'id'))
}

/** Records that a rule kept back deliveries of these occurrences, so that their waiting deliveries are shown. */
export async function noteKeptBack(tx: Tx, occurrenceIds: readonly string[]): Promise<void> {
  await sql`
    with noted as materialized (
      select o.id from occurrences o where o.id = any(${occurrenceIds}::uuid[]) and not o.kept_back
      order by o.id for no key update)
    update occurrences o set kept_back = true from noted where o.id = noted.id`.execute(tx.db)
}

/** Until when a delivery is delayed, and why. */
export type Delay = { id: string; until: Date; code: string; reason: string }

/**
 * Delays deliveries because of rules of their groups, together with their later parts: their window starts
 * when the rule allows them. Returns the occurrences of those that had not ended.
 */
export async function shift(
  tx: Tx,
  now: Date,
  owners: readonly Owner[],
  delays: readonly Delay[],
): Promise<string[]> {
  if (delays.length === 0) return []
  const { rows } = await sql<{ occurrenceId: string }>`
    with ${owned(owners)},
    one as materialized (
      select d.id, d.occurrence_id, d.part, d.group_id, d.topic_id, v.until, v.code, v.reason
      from owned, deliveries d, unnest(
        ${column(delays, 'id')}::uuid[], ${column(delays, 'until')}::timestamptz[],
        ${column(delays, 'code')}::text[], ${column(delays, 'reason')}::text[]
      ) as v(id, until, code, reason)
      where d.id = v.id and d.account_id = owned.id and d.status in ${pending}),
    put_off as materialized (
      select id, until, code, reason from one
      union all select n.id, one.until, one.code, one.reason ${laterOf('one')})
    update deliveries d
    set status = 'waiting', not_before = put_off.until, code = put_off.code, reason = put_off.reason,
      expires_at = greatest(d.expires_at, put_off.until + (d.expires_at - d.due_at)),
      due_at = case when put_off.code = 'quiet_hours' then put_off.until else d.due_at end,
      rev = d.rev + 1, updated_at = ${now}
    from put_off
    where d.id = put_off.id and d.status in ${pending}
    returning d.occurrence_id`.execute(tx.db)
  return [...new Set(column(rows, 'occurrenceId'))]
}

/**
 * Ends the waiting for group rules, so that lanes check the rules again: in one group, in the groups that use the
 * time zone of a user, or of one occurrence. Returns the accounts of these lanes.
 */
export async function release(
  tx: Tx,
  now: Date,
  which: { groupId: string } | { timeZoneOf: string } | { occurrenceId: string },
): Promise<string[]> {
  const chosen =
    'occurrenceId' in which
      ? sql`select d.id from deliveries d where d.occurrence_id = ${which.occurrenceId} and ${delayed}`
      : sql`
        select d.id from groups g
        join lane_entries e on e.account_id = g.account_id and e.user_id = g.user_id
        join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d on d.group_id = g.id and ${delayed}
        where ${'groupId' in which ? sql`g.id = ${which.groupId}` : sql`g.user_id = ${which.timeZoneOf} and g.time_zone is null`}`
  // After quiet hours a delivery has its whole window again; after a cap or a gap it keeps its expiry.
  const { rows } = await sql<{ accountId: string }>`
    with chosen as materialized (${chosen} order by d.id for update of d)
    update deliveries d
    set status = 'queued', not_before = ${now}, code = null, reason = null,
      expires_at = case when d.code = 'quiet_hours' then ${now}::timestamptz + (d.expires_at - d.due_at) else d.expires_at end,
      due_at = case when d.code = 'quiet_hours' then ${now} else d.due_at end,
      rev = d.rev + 1, updated_at = ${now}
    from chosen where d.id = chosen.id
    returning d.account_id`.execute(tx.db)
  return [...new Set(column(rows, 'accountId'))]
}

const delayed = sql`d.status = 'waiting' and d.code in ('quiet_hours', 'cap', 'gap')`

/**
 * The deliveries that wait for the end of quiet hours in the same group or topic as one of these, for the same
 * source, except for the newest. One of a restored source has no code, so it is recognized by the time it waits for.
 */
export async function findOlderDelayed(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ one: string; id: string; occurrenceId: string }>`
    select one.id as one, d.id, d.occurrence_id
    from deliveries one
    join occurrences o on o.id = one.occurrence_id
    join lane_entries e on e.account_id = one.account_id and e.user_id = one.user_id
    join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
      on d.status in ${pending} and d.group_id = one.group_id
      and (d.code = 'quiet_hours' or d.not_before = one.not_before)
      and d.topic_id is not distinct from one.topic_id
    join occurrences later on later.id = d.occurrence_id
      and later.source = o.source and later.source_id = o.source_id
    where one.id = any(${ids}::uuid[])
    order by later.due_at desc, later.id desc`.execute(tx.db)
  const older = [...Map.groupBy(rows, ({ one }) => one).values()].flatMap((same) => {
    const newest = same[0]?.occurrenceId
    return same.filter((row) => row.occurrenceId !== newest).map((row) => row.id)
  })
  return [...new Set(older)]
}

/**
 * Records what a group got, or may have got, since an instant. The group is locked. Only deliveries of its
 * user are read, by their due time within a week. The condition on the opening time is written as a
 * difference: otherwise PostgreSQL uses the index on it and reads what everybody sent that day (measured
 * 2026-11, 400,000 deliveries of 20 users: 345 ms instead of 20).
 */
export async function recordEarlierSends(tx: Tx, since: Date, groupId: string): Promise<void> {
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

/** A window is a day at most; this leaves six more days for the slowest lane. */
const TURN_MAX_MS = days(7)

/** Deletes records of sends that no rule needs any more. */
export async function forgetSends(writing: Writing, before: Date): Promise<void> {
  await sql`delete from group_sends where at < ${before}`.execute(writing.db)
}

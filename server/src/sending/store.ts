import { sql } from 'kysely'
import type { Reading, Tx, Writing } from '../platform/context.ts'
import { column } from '../platform/db/lists.ts'
import { pending } from '../deliveries/store.ts'

/** The writer: an account with the epoch of its owner. */
export type Owner = { id: string; epoch: number }

// Locks the accounts of owners against being claimed. The writes of a former owner match no rows.
export const owned = (owners: readonly Owner[]) => sql`
  owned as materialized (
    select a.id, a.epoch from accounts a
    join unnest(${column(owners, 'id')}::uuid[], ${column(owners, 'epoch')}::bigint[]) as o(id, epoch)
      on a.id = o.id and a.epoch = o.epoch
    order by a.id for share of a)`

/** Locks the accounts of owners against being claimed. Returns those that are still their owners, each once. */
export async function lockOwned(tx: Tx, owners: readonly Owner[]): Promise<Owner[]> {
  const once = new Map(owners.map((owner) => [keyOf(owner), owner]))
  const { rows } = await sql<Owner>`
    with ${owned([...once.values()])} select id, epoch from owned`.execute(tx.db)
  return rows
}

export const keyOf = ({ id, epoch }: Owner): string => `${id} ${epoch}`

/** The later parts in the same place, which wait until these have ended: `laterOf('one')`. */
export const laterOf = (one: string) =>
  sql.raw(`
    from ${one} join occurrences o on o.id = ${one}.occurrence_id and o.parts > ${one}.part + 1
    cross join lateral generate_series(${one}.part + 1, o.parts - 1) as later (part)
    cross join lateral (
      select n.id from deliveries n
      where n.occurrence_id = ${one}.occurrence_id and n.part = later.part and n.group_id = ${one}.group_id
        and n.topic_id is not distinct from ${one}.topic_id offset 0) n`)

/**
 * Defers deliveries, with a reason, without an attempt. Waiting for the pace is not late: `graceMs` is added
 * to their expiry and to that of their later parts.
 */
export async function defer(
  writing: Writing,
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
    from next where d.id = next.id and d.status in ${pending}`.execute(writing.db)
}

/** Holds due deliveries while their account may not send. Returns their occurrences. */
export async function hold(
  tx: Writing,
  now: Date,
  accountId: string,
  { code, reason }: { code: string; reason: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
    update deliveries d
    set status = 'held', code = ${code}, reason = ${reason}, rev = d.rev + 1, updated_at = ${now}
    where d.id = any(array(select e.delivery_id from lane_entries e where e.account_id = ${accountId}
        and e.not_before <= ${now}))
      and (d.status in ('queued', 'waiting') or (d.status = 'held' and d.code <> ${code}))
      and d.not_before <= ${now} and d.expires_at > ${now}
    returning d.occurrence_id)
    select distinct occurrence_id as id from held order by id`.execute(tx.db)
  return column(rows, 'id')
}

/** How many are ended in one transaction: their occurrences are locked during it. */
export const SLICE_MAX = 500

/**
 * Expired deliveries in the lane of an account, and due ones that expire before it may send again, where that time is
 * known; at most SLICE_MAX, user by user, in the order of the lane's index.
 */
export async function findExpired(
  reading: Reading,
  now: Date,
  accountId: string,
  restrictedUntil: Date | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from lane_entries e
    cross join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
    where e.account_id = ${accountId} and d.status in ${pending}
      and (d.expires_at <= ${now} or (d.not_before <= ${now} and d.expires_at <= ${restrictedUntil}))
    order by e.user_id, e.not_before, e.delivery_id
    limit ${SLICE_MAX}`.execute(reading.db)
  return rows.map((row) => row.id)
}

/**
 * Deliveries in the lane of an account that end with it, also those not due yet; at most SLICE_MAX, in the same order.
 * One that was put off until a later time is left out: the account may be there again by then.
 */
export async function findEnding(
  reading: Reading,
  now: Date,
  accountId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from lane_entries e
    cross join lateral (select * from deliveries d where d.id = e.delivery_id offset 0) d
    where e.account_id = ${accountId} and d.status in ${pending}
      and not (d.status = 'waiting' and d.not_before > ${now})
    order by e.user_id, e.not_before, e.delivery_id
    limit ${SLICE_MAX}`.execute(reading.db)
  return rows.map((row) => row.id)
}

/** How many deliveries of a content wait in the lane of an account for a day: 0 is today, in the zone of the account. */
export type WaitingFor = { accountId: string; day: number; contentId: string; count: number }

/** What waits in the lanes of these accounts, by the day on which each may go at the earliest. */
export async function readWaiting(
  reading: Reading,
  now: Date,
  accounts: readonly { id: string; timeZone: string }[],
): Promise<WaitingFor[]> {
  const { rows } = await sql<WaitingFor>`
    select a.id as account_id, d.content_id, count(*)::int as count,
      greatest(0, (e.not_before at time zone a.zone)::date - (${now}::timestamptz at time zone a.zone)::date) as day
    from unnest(${column(accounts, 'id')}::uuid[], ${column(accounts, 'timeZone')}::text[]) as a (id, zone)
    join lane_entries e on e.account_id = a.id
    cross join lateral (select d.content_id from deliveries d where d.id = e.delivery_id offset 0) d
    group by a.id, d.content_id, day`.execute(reading.db)
  return rows
}

/**
 * Gives up waiting for a lock after 400 ms, before PostgreSQL looks for a deadlock, so that this transaction fails and
 * not a person's.
 */
export async function giveWay(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '400ms'`.execute(tx.db)
}

/**
 * Adds missing lane entries of unfinished deliveries, for example after a backup was restored without
 * triggers. Returns the ids of those that had none.
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

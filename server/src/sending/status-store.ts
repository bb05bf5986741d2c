import type { ChannelKind } from '@carillon/contract/config'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { pending } from '../deliveries/store.ts'

export type Lateness = {
  sent: number
  p50Ms: number | null
  p95Ms: number | null
  p99Ms: number | null
}

/** How many sends are examined: a busy day of a Pro user, read in about ten milliseconds. */
const SENDS_MAX = 10_000

/** How late the newest deliveries of a user since an instant were accepted. */
export async function readLateness(reading: Reading, userId: string, since: Date) {
  const at = (share: number) =>
    sql`round(percentile_disc(${share}::float8) within group (order by late_ms))::int`
  const { rows } = await sql<Lateness>`
    select count(*)::int as sent, ${at(0.5)} as p50_ms, ${at(0.95)} as p95_ms, ${at(0.99)} as p99_ms
    from (select extract(epoch from sent_at - due_at) * 1000 as late_ms from deliveries
          where user_id = ${userId} and due_at >= ${since} and sent_at is not null
          order by due_at desc, id desc limit ${SENDS_MAX}) as newest`.execute(reading.db)
  return rows[0]!
}

export type LaneOfUser = {
  connectionId: string
  channel: ChannelKind
  identity: string
  carried: boolean
  waiting: number
  waitingSince: Date | null
}

/** The lanes of a user's connections, with what this user has waiting there. */
export async function readLanesOf(
  reading: Reading,
  userId: string,
  now: Date,
): Promise<LaneOfUser[]> {
  const { rows } = await sql<LaneOfUser>`
    select c.id as connection_id, a.channel, a.identity,
      exists (select 1 from processes p where p.id = a.owner and p.lease_until > clock_timestamp()) as carried,
      w.waiting, w.waiting_since
    from connections c join accounts a on a.id = c.account_id
    cross join lateral (
      select count(*)::int as waiting, min(d.due_at) as waiting_since
      from lane_entries e
      cross join lateral (select d.status, d.due_at from deliveries d where d.id = e.delivery_id offset 0) d
      where e.account_id = a.id and e.user_id = c.user_id and d.status in ${pending} and d.due_at <= ${now}) w
    where c.user_id = ${userId} and c.removed_at is null
    order by c.created_at, c.id`.execute(reading.db)
  return rows
}

/** How many processes are alive. */
export async function countServers(reading: Reading): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from processes where lease_until > clock_timestamp()`.execute(
    reading.db,
  )
  return rows[0]!.n
}

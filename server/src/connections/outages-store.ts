import { sql } from 'kysely'
import { after, days } from '../platform/clock.ts'
import type { Reading } from '../platform/context.ts'
import type { OutageEffect } from './rules.ts'

/** An outage of an account; without `until` it has not ended. */
export type Outage = { accountId: string; from: Date; until: Date | null }

/** No more are counted: more than a number can send in the days that an outage is shown. */
const COUNTED_MAX = 10_000

/** Deliveries that failed when the account was lost may have been due, and waiting, for this time before. */
const WAITED_MS = days(1)

/** Counts the deliveries that were due during an outage. Test messages do not count: who sent one saw what became of it. */
export async function readOutageEffect(
  reading: Reading,
  userId: string,
  now: Date,
  { accountId, from, until }: Outage,
): Promise<OutageEffect> {
  const end = until ?? now
  const { rows } = await sql<OutageEffect>`
    with due as (
      select d.status, d.code, d.due_at, d.sent_at, o.source, o.source_id
      from deliveries d join occurrences o on o.id = d.occurrence_id
      where d.user_id = ${userId} and d.due_at >= ${after(from, -WAITED_MS)} and d.due_at < ${end}
        and d.account_id = ${accountId}
        and not exists (
          select from messages m where o.source = 'message' and m.id = o.source_id and m.trial)
      order by d.due_at desc limit ${COUNTED_MAX}),
    judged as (
      select source, source_id, case
          when status = 'failed' and code in ('unauthorized', 'banned') then 'failed'
          when due_at < ${from} then null
          when status = 'skipped' and code = 'late' then 'skipped'
          when status = 'sent' and sent_at >= ${end} then 'late'
          when status in ('queued', 'held', 'sending') then 'late'
        end as became
      from due),
    missing as (
      select distinct source, source_id from judged where became in ('failed', 'skipped'))
    select count(*) filter (where became = 'late')::int as late,
      count(*) filter (where became = 'skipped')::int as skipped,
      count(*) filter (where became = 'failed')::int as failed,
      (select min(source) from missing having count(*) = 1) as source,
      (select min(source_id::text) from missing having count(*) = 1) as source_id
    from judged`.execute(reading.db)
  return rows[0]!
}

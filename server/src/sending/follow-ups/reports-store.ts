import { sql, type RawBuilder } from 'kysely'
import type { FollowUpKind } from '../../deliveries/tables.ts'
import type { ChannelKind } from '@carillon/contract/config'
import type { Run, SourceKind } from '../../occurrences/port.ts'
import type { Reading, Tx } from '../../platform/context.ts'

/** The condition that no follow-up of an occurrence is due any more: only then its failures are reported. */
const settled = (now: Date, occurrenceId: RawBuilder<unknown>) => sql`not exists (
  select from follow_ups o where o.occurrence_id = ${occurrenceId} and o.done_at is null and o.reason is null
    and o.not_before <= ${now})`

/**
 * Occurrences with failures that can be reported and were not, for example because a process was killed. Some of them,
 * in no order, so that one that cannot be reported does not block the others forever.
 */
export async function findUnreported(reading: Reading, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from (
      select distinct occurrence_id as id from follow_ups where reason is not null and told is null) f
    where ${settled(now, sql.ref('f.id'))} order by random() limit 100`.execute(reading.db)
  return rows.map(({ id }) => id)
}

/** The user and the source of an occurrence. */
export type RunSource = { userId: string; source: SourceKind; sourceId: string }

export async function findRunSource(
  reading: Reading,
  occurrenceId: string,
): Promise<RunSource | undefined> {
  return reading.db
    .selectFrom('occurrences')
    .select(['userId', 'source', 'sourceId'])
    .where('id', '=', occurrenceId)
    .executeTakeFirst()
}

/** The failed follow-ups of one kind of an occurrence, with one of its groups and the reason. */
export type Failures = {
  kind: FollowUpKind
  /** The edit or deletion of a person; null if no person asked for it. */
  changeId: string | null
  count: number
  group: string
  reason: string
  /** One of them may have been done all the same. */
  doubtful: boolean
  /** The content in that group, and the run whose values it has. */
  contentId: string
  channel: ChannelKind
  run: Run | null
  addressedAs: string | null
}

/**
 * Marks the failures of an occurrence as reported, if nothing of it is due any more. Returns those that the user must
 * be notified of. Left out are:
 * - a kind, or a decision of the user, that was reported before;
 * - messages that somebody had deleted;
 * - what the network cannot do, because the editor warned of it;
 * - copies that were only too old to be replaced, because the page of the cycle warns of it;
 * - own chats, because they get only tests.
 */
export async function takeFailures(tx: Tx, now: Date, occurrenceId: string): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    with failed as materialized (
      select f.delivery_id, f.kind, f.change_id, f.reason, f.doubtful,
        not (f.code in ('gone', 'unsupported') or f.code in ('window', 'unknown', 'moved') and f.cause = 'next'
          or g.kind = 'own') as matters
      from follow_ups f join deliveries d on d.id = f.delivery_id join groups g on g.id = d.group_id
      where f.occurrence_id = ${occurrenceId} and f.reason is not null and f.told is null
        and ${settled(now, sql.val(occurrenceId))}),
    heard as (
      -- Of each step once, and of each decision of a person.
      select distinct h.kind, h.change_id from follow_ups h where h.occurrence_id = ${occurrenceId} and h.told),
    news as (
      select f.* from failed f where f.matters and not exists (
        select from heard h where h.kind = f.kind and h.change_id is not distinct from f.change_id)),
    marked as (
      update follow_ups f set told = exists (
        select from news where news.delivery_id = f.delivery_id and news.kind = f.kind)
      from failed where f.delivery_id = failed.delivery_id and f.kind = failed.kind)
    select distinct on (news.kind, news.change_id) news.kind, news.change_id,
      (count(*) over step)::int as count, g.title as "group", news.reason,
      bool_or(news.doubtful) over step as doubtful, d.content_id, g.channel, o.run,
      coalesce(d.addressed_as, g.title) as addressed_as
    from news join deliveries d on d.id = news.delivery_id
    join groups g on g.id = d.group_id join occurrences o on o.id = d.occurrence_id
    window step as (partition by news.kind, news.change_id)
    order by news.kind, news.change_id, g.title`.execute(tx.db)
  return rows.toSorted((a, b) => b.count - a.count)
}

import { sql } from 'kysely'
import { BRIEF_SOURCE_MAX } from '../content/words.ts'
import { saidIn } from '../content/store.ts'
import type { FollowUpKind } from '../deliveries/tables.ts'
import type { SourceKind } from '../occurrences/port.ts'
import type { Reading, Tx } from '../platform/context.ts'

/** Failures that no process has reported, for example because it was killed: their occurrences, some of them. */
export async function findUnreported(reading: Reading): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct occurrence_id as id from follow_ups where reason is not null and told is null limit 100`.execute(
    reading.db,
  )
  return rows.map(({ id }) => id)
}

/** Whose an occurrence is, and of what. */
export type Whose = { userId: string; source: SourceKind; sourceId: string }

export async function findWhose(
  reading: Reading,
  occurrenceId: string,
): Promise<Whose | undefined> {
  return reading.db
    .selectFrom('occurrences')
    .select(['userId', 'source', 'sourceId'])
    .where('id', '=', occurrenceId)
    .executeTakeFirst()
}

/** What could not be done with what an occurrence had sent; one of its groups, and why. */
export type Failures = {
  kind: FollowUpKind
  /** What a person decided, if it was a person. */
  changeId: string | null
  count: number
  group: string
  reason: string
  text: string
}

/**
 * Marks the failures of an occurrence as reported, once nothing of it is due any more. Answers those that its person
 * should hear of: none of a step, or of a decision of theirs, of which they did before, none if somebody had deleted the message, or if a copy was merely too old to be
 * replaced, which its cycle says beforehand.
 */
export async function takeFailures(tx: Tx, now: Date, occurrenceId: string): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    with failed as materialized (
      select f.delivery_id, f.kind, f.change_id, f.reason,
        not (f.code = 'gone' or f.code in ('window', 'unknown', 'moved') and f.cause = 'next') as matters
      from follow_ups f
      where f.occurrence_id = ${occurrenceId} and f.reason is not null and f.told is null
        and not exists (
          select from follow_ups o where o.occurrence_id = ${occurrenceId} and o.done_at is null
            and o.reason is null and o.not_before <= ${now})),
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
    select news.kind, news.change_id, count(*)::int as count, min(g.title) as group, min(news.reason) as reason,
      min(${saidIn(sql.ref('c.body'), BRIEF_SOURCE_MAX)}) as text
    from news join deliveries d on d.id = news.delivery_id
    join groups g on g.id = d.group_id join contents c on c.id = d.content_id
    group by news.kind, news.change_id order by count(*) desc`.execute(tx.db)
  return rows
}

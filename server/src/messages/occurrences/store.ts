import { LAST_RESULTS } from '@carillon/contract/messages'
import { sql, type Selectable } from 'kysely'
import type { Reading } from '../../platform/context.ts'
import type { OccurrencesTable } from '../../occurrences/tables.ts'

export type OccurrenceRow = Selectable<OccurrencesTable>

/** What is told of each of the last occurrences. */
export type ResultRow = Pick<OccurrenceRow, 'id' | 'sourceId' | 'dueAt' | 'status' | 'reason'>

/**
 * Among how many of those that are due last the latest is looked for: what is planned ahead, or goes later
 * by its jitter, may be taken back, and the message sent now before that is due.
 */
const AHEAD_MAX = 10

/** The latest occurrence of each message: the one that was made last. */
export async function latestOccurrences(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, OccurrenceRow>> {
  const { rows } = await sql<OccurrenceRow>`
    select latest.*
      from unnest(${ids}::uuid[]) as message (id)
     cross join lateral (
       select * from (
         select * from occurrences
          where source = 'message' and source_id = message.id
          order by due_at desc, id desc limit ${AHEAD_MAX}) as last
        order by created_at desc, due_at desc, id desc limit 1) as latest`.execute(reading.db)
  return new Map(rows.map((row) => [row.sourceId, row]))
}

/** The last occurrences of each message, the newest first. */
export async function lastResults(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, ResultRow[]>> {
  const { rows } = await sql<ResultRow>`
    select last.*
      from unnest(${ids}::uuid[]) as message (id)
     cross join lateral (
       select id, source_id, due_at, status, reason from occurrences
        where source = 'message' and source_id = message.id
        order by due_at desc, id desc limit ${LAST_RESULTS}) as last`.execute(reading.db)
  return Map.groupBy(rows, (row) => row.sourceId)
}

/** Those of these messages that are still sending something. */
export async function readSending(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reading.db
    .selectFrom('occurrences')
    .select('sourceId')
    .distinct()
    .where('source', '=', 'message')
    .where('sourceId', 'in', ids)
    .where('finishedAt', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.sourceId))
}

/** How many of the last occurrences of each failed in a row, as far as it matters to the message. */
export async function countFailures(
  reading: Reading,
  messages: readonly { id: string; pauseAfterFailures: number }[],
): Promise<Map<string, number>> {
  if (messages.length === 0) return new Map()
  const { rows } = await sql<{ id: string; failures: number }>`
    select message.id,
           (select count(*)::int from (
              select status, bool_and(status = 'failed') over (order by due_at desc, id desc) as all_failed
                from occurrences
               where source = 'message' and source_id = message.id and status in ('done', 'partly', 'failed')
               order by due_at desc, id desc limit message.most) as last
             where all_failed) as failures
      from unnest(${messages.map((message) => message.id)}::uuid[],
                  ${messages.map((message) => message.pauseAfterFailures)}::int[])
           as message (id, most)`.execute(reading.db)
  return new Map(rows.map(({ id, failures }) => [id, failures]))
}

export async function latestOccurrence(
  reading: Reading,
  id: string,
): Promise<OccurrenceRow | undefined> {
  return (await latestOccurrences(reading, [id])).get(id)
}

/** The occurrences of a message, newest first, after the one the last page ended with. */
export async function listOccurrences(
  reading: Reading,
  messageId: string,
  after: { at: Date; id: string } | undefined,
  limit: number,
): Promise<OccurrenceRow[]> {
  let query = reading.db
    .selectFrom('occurrences')
    .selectAll()
    .where('source', '=', 'message')
    .where('sourceId', '=', messageId)
  if (after) query = query.where(sql<boolean>`(due_at, id) < (${after.at}, ${after.id})`)
  return query.orderBy('dueAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The first delivery of an occurrence, for what goes to a single group. */
export async function onlyDelivery(reading: Reading, occurrenceId: string): Promise<string> {
  const row = await reading.db
    .selectFrom('deliveries')
    .select('id')
    .where('occurrenceId', '=', occurrenceId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Where a message has arrived, or may have. */
export async function readReached(
  reading: Reading,
  messageId: string,
): Promise<{ groupId: string; topicId: string | null }[]> {
  return reading.db
    .selectFrom('deliveries')
    .innerJoin('occurrences', 'occurrences.id', 'deliveries.occurrenceId')
    .select(['groupId', 'topicId'])
    .where('source', '=', 'message')
    .where('sourceId', '=', messageId)
    .where('deliveries.status', 'in', ['sent', 'unconfirmed'])
    .execute()
}

/** Those of these occurrences that are among the last of a message that is there: they are shown with it. */
export async function findShown(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join messages m on m.id = o.source_id
    where o.id = any(${ids}::uuid[]) and o.source = 'message' and (
      select count(*) from (
        select from occurrences n
        where n.source = 'message' and n.source_id = o.source_id and (n.due_at, n.id) > (o.due_at, o.id)
        limit ${LAST_RESULTS}) as newer) < ${LAST_RESULTS}`.execute(reading.db)
  return new Set(rows.map(({ id }) => id))
}

/** Those of these occurrences whose message may yet be sent, to the groups that do not have it. */
export async function findUnfinished(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join messages m on m.id = o.source_id
    where o.id = any(${ids}::uuid[]) and o.source = 'message' and m.status = 'partly_sent'`.execute(
    reading.db,
  )
  return new Set(rows.map(({ id }) => id))
}

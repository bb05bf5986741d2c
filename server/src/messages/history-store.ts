import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

/** The id of the only delivery of an occurrence that goes to a single group. */
export async function onlyDelivery(reading: Reading, occurrenceId: string): Promise<string> {
  const row = await reading.db
    .selectFrom('deliveries')
    .select('id')
    .where('occurrenceId', '=', occurrenceId)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The groups and topics that have got a message, or may have got it. */
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

/**
 * Which of these occurrences belong to a partly sent message: it may still be sent to the groups without it.
 */
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

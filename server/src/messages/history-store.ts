import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'

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

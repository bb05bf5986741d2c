import { LAST_RESULTS } from '@carillon/contract/messages'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** How what these occurrences of cycles said began, by their ids, in so many characters at most. */
export async function saidTexts(
  reading: Reading,
  occurrenceIds: readonly string[],
  most: number,
): Promise<Map<string, string>> {
  if (occurrenceIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; text: string }>`
    select o.id, left(c.body ->> 'text', ${most}) as text
      from occurrences o join contents c on c.id = (o.decided -> 'contents' ->> 0)::uuid
     where o.id = any(${list(occurrenceIds)}::uuid[]) and o.source = 'cycle'`.execute(reading.db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Those of these occurrences that are among the last of a cycle that is there: they are shown with it. */
export async function findShown(
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from occurrences o join cycles c on c.id = o.source_id
    where o.id = any(${list(ids)}::uuid[]) and o.source = 'cycle' and (
      select count(*) from (
        select from occurrences n
        where n.source = 'cycle' and n.source_id = o.source_id and (n.due_at, n.id) > (o.due_at, o.id)
        limit ${LAST_RESULTS}) as newer) < ${LAST_RESULTS}`.execute(reading.db)
  return new Set(rows.map(({ id }) => id))
}

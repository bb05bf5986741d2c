import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'

/** The beginning of what these occurrences of cycles sent, at most `most` characters, by occurrence id. */
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

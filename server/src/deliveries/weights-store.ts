import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { PREPARED } from '../platform/db/prepared.ts'

const prepared = sql.raw(PREPARED)

/** What files make of a content: how many messages the network counts, a text after them too, and the bytes that are brought once. */
export type Weight = { messages: number; bytes: number }

/** The weights of those of these contents that have files. */
export async function readWeights(
  reading: Reading,
  contentIds: readonly string[],
): Promise<Map<string, Weight>> {
  const { rows } = await sql<Weight & { id: string }>`${prepared}
    select u.content_id as id, sum(m.bytes)::float8 as bytes,
      (count(*) + count(distinct c.id) filter (where c.body -> 'options' -> 'textAfter' = 'true'))::int as messages
    from media_uses u join media m on m.id = u.media_id join contents c on c.id = u.content_id
    where u.content_id = any(${list(contentIds)}::uuid[]) group by u.content_id`.execute(reading.db)
  return new Map(rows.map(({ id, ...weight }) => [id, weight]))
}

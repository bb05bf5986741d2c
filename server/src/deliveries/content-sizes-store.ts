import { NETWORKS, type Network } from '@carillon/contract/channels'
import { sql } from 'kysely'
import type { Reading } from '../platform/context.ts'
import { list } from '../platform/db/lists.ts'
import { prepared } from '../platform/db/prepared.ts'
import { contentSizeKey, type ContentSize } from './rules.ts'

/** The sizes of those of these contents that have files, by content and network. */
export async function readContentSizes(
  reading: Reading,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, ContentSize>> {
  const { rows } = await sql<ContentSize & { id: string; network: Network }>`${prepared}
    select u.content_id as id, n.network, sum(m.bytes)::float8 as bytes,
      (count(*) + count(distinct u.content_id) filter (
        where own.said -> 'options' -> 'textAfter' = 'true'))::int as messages
    from media_uses u join media m on m.id = u.media_id join contents c on c.id = u.content_id
    cross join unnest(${NETWORKS}::text[]) as n(network)
    cross join lateral (select coalesce(c.body -> 'overrides' -> n.network, c.body) as said) own
    where u.content_id = any(${list(contentIds)}::uuid[])
      and own.said -> 'media' @> jsonb_build_array(jsonb_build_object('mediaId', u.media_id))
    group by u.content_id, n.network`.execute(reading.db)
  return new Map(
    rows.map(({ id, network, ...size }) => [contentSizeKey({ contentId: id, network }), size]),
  )
}

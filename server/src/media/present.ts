import { PART_BYTES, type Media, type Upload } from '@carillon/contract/media'
import type { Context } from '../platform/context.ts'
import { linkTo } from './links.ts'
import { LINK_MS } from './rules.ts'
import type { MediaRow } from './store.ts'

/** One that is ready. Of a profile photo only the thumbnail is kept. */
export function presentMedia(
  ctx: Pick<Context, 'clock' | 'secrets'>,
  row: MediaRow,
  lasting = LINK_MS,
): Media {
  const link = (target: 'file' | 'thumbnail') => linkTo(ctx, row.id, target, lasting)
  return {
    id: row.id,
    kind: row.kind ?? 'document',
    mime: row.mime ?? '',
    name: row.name,
    alt: row.alt,
    bytes: row.bytes,
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    ...(row.durationMs === null ? {} : { durationMs: row.durationMs }),
    url: link(row.purpose === 'photo' ? 'thumbnail' : 'file'),
    ...(row.hasThumbnail ? { thumbnailUrl: link('thumbnail') } : {}),
    rev: row.rev,
    createdAt: row.createdAt.toISOString(),
  }
}

export const presentUpload = ({ id, bytes, parts, received }: MediaRow): Upload => ({
  id,
  bytes,
  partBytes: PART_BYTES,
  parts,
  received,
})

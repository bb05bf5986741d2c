import { buffer } from 'node:stream/consumers'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { makeLinkPicture } from './pictures.ts'
import { thumbnailKey } from './rules.ts'
import { findSome } from './uses-store.ts'

/** Pictures that a process remembers, each of some 10 kB: a run says the same in hundreds of groups. */
const REMEMBERED = 200

/** The pictures that were made last, by the file; the oldest first. */
const made = new Map<string, Promise<Uint8Array>>()

/**
 * A photo of a library as it stands beside a link, made once for all deliveries. Throws `not_found` when it is not
 * there any more, and `unprocessable` when it cannot be read.
 */
export async function readLinkPicture(ctx: Context, mediaId: string): Promise<Uint8Array> {
  const [row] = await findSome(ctx, [mediaId])
  if (!row) throw notFound('file')
  const known = made.get(mediaId)
  if (known) return known
  const picture = make(ctx, mediaId)
  made.set(mediaId, picture)
  const [oldest] = made.keys()
  if (made.size > REMEMBERED && oldest !== undefined) made.delete(oldest)
  // Whoever asks next tries again.
  picture.catch(() => made.get(mediaId) === picture && made.delete(mediaId))
  return picture
}

const make = async (ctx: Context, mediaId: string) =>
  makeLinkPicture(await buffer(await ctx.storage.get(thumbnailKey(mediaId))))

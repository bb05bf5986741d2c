import { hash } from 'node:crypto'
import type { Context, Tx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { GROUP_PIXELS_MAX, GROUP_SIDE, makeSquare } from './pictures.ts'
import { PHOTOS, thumbnailKey } from './rules.ts'
import { sniff } from './sniff.ts'
import * as store from './store.ts'

/**
 * Keeps what a network shows of a group as a small square, drawn anew; it counts for no quota. Returns its id, which
 * `useGroupPhoto` makes good; what nobody uses is cleared after a day. Undefined for what is no picture, or too large.
 */
export async function keepGroupPhoto(
  ctx: Context,
  userId: string,
  bytes: Buffer,
): Promise<string | undefined> {
  if (!PHOTOS.includes((await sniff(bytes)) ?? '')) return undefined
  const square = await makeSquare(bytes, { side: GROUP_SIDE, pixelsMax: GROUP_PIXELS_MAX }).catch(
    notAPicture,
  )
  if (!square) return undefined
  const id = ctx.ids.next()
  const file = {
    id,
    userId,
    purpose: 'group' as const,
    status: 'pending' as const,
    kind: 'photo' as const,
    mime: 'image/webp',
    name: 'group',
    alt: '',
    bytes: square.length,
    parts: 0,
    sha256: hash('sha256', square, 'buffer'),
    width: GROUP_SIDE,
    height: GROUP_SIDE,
    durationMs: null,
    hasThumbnail: true,
  }
  await ctx.transaction((tx) => store.insert(tx, file, ctx.clock.now()))
  await ctx.storage.put(thumbnailKey(id), square)
  return id
}

/** From now on the group shows it. */
export const useGroupPhoto = (tx: Tx, id: string) => store.update(tx, id, { status: 'ready' })

function notAPicture(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'unprocessable') throw error
}

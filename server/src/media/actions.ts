import type { Media, MediaKind } from '@carillon/contract/media'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { lockUser } from '../tiers/actions.ts'
import { clearPhoto } from '../users/actions.ts'
import { erase, markDeleted } from './clearing.ts'
import { linkTo } from './links.ts'
import { presentMedia } from './present.ts'
import { EXPORT_LINK_MS, PHOTO_LINK_MS } from './rules.ts'
import * as store from './store.ts'
import { forgetUses } from './uses-store.ts'

export { keepGroupPhoto, useGroupPhoto } from './group-photos.ts'
export { readLinkPicture } from './link-pictures.ts'
export { lockFiles, openFiles, readFiles, useFiles, type MediaFile } from './uses.ts'

type Query = {
  kind?: MediaKind | undefined
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** The caller's library, newest first. */
export async function listMedia(ctx: UserContext, { cursor, limit, ...wanted }: Query) {
  const below = cursor ? readCursor(cursor).id : undefined
  const rows = await store.list(ctx, { userId: ctx.user.id, ...wanted }, below, limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => presentMedia(ctx, row)),
    nextCursor: last ? writeCursor({ part: 'newest', at: last.createdAt, id: last.id }) : null,
  }
}

export async function readMedia(ctx: UserContext, id: string): Promise<Media> {
  const row = isUuid(id) ? await store.find(ctx, ctx.user.id, id) : undefined
  if (row?.status !== 'ready') throw notFound('file')
  return presentMedia(ctx, row)
}

/** Changes what it is called; throws `conflict` with what it is now when `rev` is an older one. */
export function changeMedia(
  ctx: UserContext,
  id: string,
  { rev, name, alt }: { rev: number; name: string; alt: string },
): Promise<Media> {
  return ctx.transaction(async (tx) => {
    const row = isUuid(id) ? await store.lock(tx, ctx.user.id, id) : undefined
    if (row?.status !== 'ready') throw notFound('file')
    if (row.rev !== rev) {
      throw new AppError('conflict', 'This file was changed meanwhile.', {
        current: presentMedia(ctx, row),
      })
    }
    return presentMedia(ctx, await store.update(tx, id, { name, alt }))
  })
}

/**
 * Deletes a file, or gives up an upload. After their photo is deleted a person is shown without it. Throws `conflict`
 * while anything that is still to be sent has the file; the history says then that it was deleted.
 */
export function deleteMedia(ctx: UserContext, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    // Who changes the profile locks it first, too, and then the photo.
    await lockUser(tx, ctx.user.id)
    const row = isUuid(id) ? await store.lock(tx, ctx.user.id, id) : undefined
    if (!row) throw notFound('file')
    if (row.purpose === 'photo') await clearPhoto(ctx, tx, ctx.user.id, id)
    if (await ctx.fileNeeded(tx, { userId: ctx.user.id, mediaId: id })) {
      throw new AppError('conflict', IN_USE)
    }
    await forgetUses(tx, id)
    await markDeleted(ctx, tx, id)
  })
}

const IN_USE =
  'This file is still to be sent: a message, a cycle or a run that is on its way has it. Take it out there, or wait until that was sent.'

/** Profile photos, as the room of users asks for them. */
export const photos: Context['photos'] = {
  linkTo: (ctx, id) => linkTo(ctx, id, 'thumbnail', PHOTO_LINK_MS),
  replaced: (ctx: Context, tx: Tx, id: string) => markDeleted(ctx, tx, id),
}

/** Read at once for an export. */
const EXPORTED_AT_ONCE = 200

/** Files erased in one slice: their pieces are deleted one by one. */
const ERASED_AT_ONCE = 10

/** What a person's export has of their files: all about each, with a link that opens it for a day. */
export const mediaData = {
  name: 'media',
  async *export(ctx: Context, userId: string): AsyncGenerator<object[]> {
    let below: string | undefined
    do {
      const rows = await store.list(ctx, { userId }, below, EXPORTED_AT_ONCE)
      yield rows
        .map((row) => presentMedia(ctx, row, EXPORT_LINK_MS))
        .map((media) => ({
          ...media,
          url: ctx.config.publicUrl + media.url,
          thumbnailUrl: undefined,
        }))
      below = rows.length === EXPORTED_AT_ONCE ? rows.at(-1)?.id : undefined
    } while (below)
  },
  async erase(ctx: Context, userId: string): Promise<boolean> {
    const files = await store.someOf(ctx, userId, ERASED_AT_ONCE)
    for (const { id } of files) {
      await erase(ctx, id)
    }
    return files.length === ERASED_AT_ONCE
  },
}

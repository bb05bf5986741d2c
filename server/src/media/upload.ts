import { createHash } from 'node:crypto'
import type { Media, MediaKind, Upload } from '@carillon/contract/media'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, limitReached, notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { megabytes } from '../platform/server-limits.ts'
import { release } from '../platform/release.ts'
import {
  lockUser,
  requireFeature,
  requireFileSize,
  requireUnderServerLimit,
} from '../tiers/actions.ts'
import { setPhoto } from '../users/actions.ts'
import { markDeleted } from './clearing.ts'
import { openFile } from './files.ts'
import { readPicture, makeSquare } from './pictures.ts'
import { presentMedia, presentUpload } from './present.ts'
import {
  bytesOfPart,
  isPicture,
  kindOf,
  partKey,
  partsOf,
  requirePictureSize,
  thumbnailKey,
} from './rules.ts'
import { sniff } from './sniff.ts'
import * as store from './store.ts'

type Announced = {
  name: string
  bytes: number
  purpose: 'library' | 'photo'
  kind?: MediaKind | undefined
  alt: string
}

/** Takes the room for a file that is to come. A profile photo is for every tier, and any tier has its limits. */
export async function startUpload(ctx: UserContext, file: Announced): Promise<Upload> {
  const userId = ctx.user.id
  if (file.purpose === 'photo') requirePictureSize(file.bytes)
  else await requireFeature(ctx, userId, 'media')
  await requireFileSize(ctx, userId, file.bytes)
  return ctx.transaction(async (tx) => {
    await requireSpace(ctx, tx, file.bytes)
    const row = {
      id: ctx.ids.next(),
      userId,
      purpose: file.purpose,
      status: 'pending' as const,
      kind: file.kind ?? null,
      name: file.name,
      alt: file.alt,
      bytes: file.bytes,
      parts: partsOf(file.bytes),
    }
    return presentUpload(await store.insert(tx, row, ctx.clock.now()))
  })
}

/** Deleted files are not erased at once, so they count too, but only against twice the allowed size. */
async function requireSpace(ctx: UserContext, tx: Tx, bytes: number): Promise<void> {
  const userId = ctx.user.id
  await requireUnderServerLimit(ctx, tx, userId, 'mediaFiles', {
    count: async () => (await store.countOf(tx, userId)).files,
    words: (most) => `You have ${most} files, which is as many as this server keeps. Delete some.`,
  })
  const most = ctx.config.limits.mediaBytes
  const taken = await store.countOf(tx, userId)
  if (taken.bytes + bytes > most) {
    throw limitReached(
      'mediaBytes',
      `Your files have ${megabytes(taken.bytes)} of the ${megabytes(most)} that this server keeps for you, and this one has ${megabytes(bytes)}. Delete some.`,
    )
  }
  if (taken.withDeleted + bytes > 2 * most) {
    throw limitReached(
      'mediaBytes',
      'What you deleted is still being erased. Try again in a few minutes.',
    )
  }
}

export async function readUpload(ctx: UserContext, id: string): Promise<Upload> {
  return presentUpload(await requirePending(ctx, id))
}

/**
 * Takes the next part. One that has arrived before changes nothing, so a client whose connection broke may
 * send it again. The first one tells the type: what is not accepted ends the upload.
 */
export async function takePart(
  ctx: UserContext,
  { id, part }: { id: string; part: number },
  bytes: Buffer,
): Promise<Upload> {
  const file = await requirePending(ctx, id)
  if (part < file.received) return presentUpload(file)
  if (part > file.received || part >= file.parts) throw notDue(file)
  const due = bytesOfPart(file, part)
  if (bytes.length !== due) {
    throw invalid('body', `This part must have ${due} bytes, and it has ${bytes.length}.`)
  }
  if (part === 0) await tellKind(ctx, file, bytes)
  await ctx.storage.put(partKey(id, part), bytes)
  await store.advance(ctx, id, { received: part + 1, now: ctx.clock.now() })
  return presentUpload(await requirePending(ctx, id))
}

async function tellKind(ctx: UserContext, file: store.MediaRow, start: Buffer): Promise<void> {
  const mime = await sniff(start)
  await orGiveUp(ctx, file, async () => {
    const kind = kindOf(mime, file)
    await store.setKind(ctx, file.id, { kind, mime: mime ?? '' })
  })
}

/** Takes the picture that a browser made of a video's first frame, and keeps a thumbnail of it. */
export async function takeFrame(ctx: UserContext, id: string, bytes: Buffer): Promise<Upload> {
  const file = await requirePending(ctx, id)
  if (!file.mime?.startsWith('video/')) {
    throw new AppError('conflict', 'Only a video has a first frame. Send its first part before.')
  }
  if (!(await sniff(bytes))?.startsWith('image/')) {
    throw new AppError('unsupported', 'The frame must be a picture.')
  }
  const { thumbnail } = await readPicture(bytes)
  await ctx.storage.put(thumbnailKey(id), thumbnail)
  await ctx.transaction((tx) => store.update(tx, id, { hasThumbnail: true }))
  return presentUpload(file)
}

type Facts = {
  width?: number | undefined
  height?: number | undefined
  durationMs?: number | undefined
}

/**
 * Checks what has arrived and keeps it. A file that its owner has already answers the one that is there. A
 * damaged picture ends the upload; when storage fails meanwhile, it can be finished later.
 */
export async function finishUpload(ctx: UserContext, id: string, facts: Facts): Promise<Media> {
  const file = isUuid(id) ? await store.find(ctx, ctx.user.id, id) : undefined
  if (!file) throw notFound('upload')
  if (file.status === 'ready') return presentMedia(ctx, file)
  if (file.received < file.parts || !file.kind || file.mime === null) throw notDue(file)
  const checked = await check(ctx, { ...file, kind: file.kind, mime: file.mime }, facts)
  return ctx.transaction((tx) => keep(ctx, tx, file, checked))
}

type Checked = Awaited<ReturnType<typeof check>>

async function check(
  ctx: UserContext,
  file: store.MediaRow & { kind: MediaKind; mime: string },
  facts: Facts,
) {
  const { sha256, picture } = await readAll(ctx, file, file.purpose === 'photo' || isPicture(file))
  const told = { kind: file.kind, sha256 }
  if (!picture) {
    const { width = null, height = null, durationMs = null } = facts
    return { ...told, width, height, durationMs }
  }
  if (file.purpose === 'photo') {
    const square = await orGiveUp(ctx, file, () => makeSquare(picture))
    await ctx.storage.put(thumbnailKey(file.id), square)
    return { ...told, mime: 'image/webp', bytes: square.length, hasThumbnail: true }
  }
  const { thumbnail, ...size } = await orGiveUp(ctx, file, () => readPicture(picture))
  await ctx.storage.put(thumbnailKey(file.id), thumbnail)
  return { ...told, ...size, hasThumbnail: true }
}

/** The hash of a file, and all of it where it is a picture, which is small. */
async function readAll(ctx: UserContext, file: store.MediaRow, isWanted: boolean) {
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  for await (const piece of openFile(ctx.storage, file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    if (isWanted) pieces.push(piece)
    else release(piece)
  }
  return { sha256: hash.digest(), picture: isWanted ? Buffer.concat(pieces) : undefined }
}

async function keep(ctx: UserContext, tx: Tx, { id, purpose }: store.MediaRow, checked: Checked) {
  const userId = ctx.user.id
  const now = ctx.clock.now()
  // Two that finish the same file at once, or two photos, come one after the other.
  await lockUser(tx, userId)
  const file = await store.lock(tx, userId, id)
  if (!file) throw notFound('upload')
  if (file.status === 'ready') return presentMedia(ctx, file)
  if (purpose === 'photo') {
    const before = await setPhoto(ctx, tx, userId, id)
    if (before) await markDeleted(ctx, tx, before)
    // Only the square is kept of it.
    await tx.enqueue('media.clear', { id })
  } else {
    const same = await store.findSame(tx, userId, checked)
    if (same) {
      await markDeleted(ctx, tx, id)
      return presentMedia(ctx, same)
    }
  }
  const kept = await store.update(tx, id, { ...checked, status: 'ready', updatedAt: now })
  return presentMedia(ctx, kept)
}

/** Ends an upload that can come to nothing, and tells why. When only the server cannot go on, it stays. */
async function orGiveUp<T>(
  ctx: UserContext,
  { id }: store.MediaRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const final =
      error instanceof AppError &&
      ['unsupported', 'unprocessable', 'too_large'].includes(error.code)
    if (final) await ctx.transaction((tx) => markDeleted(ctx, tx, id))
    throw error
  }
}

async function requirePending(ctx: UserContext, id: string): Promise<store.MediaRow> {
  const file = isUuid(id) ? await store.find(ctx, ctx.user.id, id) : undefined
  if (file?.status !== 'pending') throw notFound('upload')
  return file
}

const notDue = (file: store.MediaRow) =>
  new AppError(
    'conflict',
    file.received < file.parts
      ? `Part ${file.received} of this upload is next; it has ${file.parts} parts, and the first is part 0.`
      : 'All parts of this upload have arrived. Finish it.',
    { current: presentUpload(file) },
  )

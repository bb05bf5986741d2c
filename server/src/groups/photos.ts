import { channelOf, findAccount, openAccount } from '../accounts/actions.ts'
import { keepGroupPhoto, useGroupPhoto } from '../media/actions.ts'
import { after, days, instant } from '../platform/clock.ts'
import { limitConcurrency } from '../platform/concurrency.ts'
import type { Context } from '../platform/context.ts'
import { reasonOf } from '../platform/errors.ts'
import * as photos from './photos-store.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** The picture of a chat is to be looked at: it became a group, or has another one. */
    'groups.photo': InTurn
    /** Groups were removed: their pictures are to be deleted. */
    'groups.photosGone': Record<string, never>
  }
}

/** A chat to be looked at; `at`: when its turn is, in ISO form, among those of its account. */
type InTurn = store.ChatKey & { at?: string }

/** How often a network is asked that does not report changes. */
const ASKED_AGAIN_MS = days(1)

/** How many chats one round asks for; with a round every six hours, each of some thousand is asked once a day. */
const ROUND_MAX = 1_000

/** Chats that are taken to be asked, and pictures from removed groups, in one statement. */
const TAKEN_AT_ONCE = 100

/** One chat at a time in a process: nothing that is sent should notice. */
const oneAtATime = limitConcurrency(1, Infinity, () => new Error('There is no limit.'))

/** Fetches the picture of a chat if it has changed. A failure is retried the next day, without a notice. */
export const fetchPhoto = (ctx: Context, { at, ...chat }: InTurn): Promise<void> =>
  oneAtATime(async () => {
    try {
      await lookAtPhoto(ctx, chat, at ? instant(at) : undefined)
    } catch (error) {
      ctx.log.info({ reason: reasonOf(error) }, 'The picture of a group was not fetched.')
    }
  })

/** Asks for the pictures that nobody has looked at for a day, one after the other. */
export async function fetchDuePhotos(ctx: Context, stop: AbortSignal): Promise<void> {
  await erasePhotosOfRemoved(ctx)
  for (let asked = 0; asked < ROUND_MAX; asked += TAKEN_AT_ONCE) {
    const now = ctx.clock.now()
    const due = { now, before: after(now, -ASKED_AGAIN_MS), limit: TAKEN_AT_ONCE }
    const chats = await photos.takeDue(ctx, due)
    for (const chat of chats) {
      if (stop.aborted) return
      await fetchPhoto(ctx, chat)
    }
    if (chats.length < TAKEN_AT_ONCE) return
  }
}

/** Deletes the pictures of removed groups. */
export async function erasePhotosOfRemoved(ctx: Context): Promise<void> {
  for (;;) {
    const taken = await ctx.transaction(async (tx) => {
      const ids = await photos.takeOfRemoved(tx, TAKEN_AT_ONCE)
      for (const id of ids) await ctx.photos.replaced(ctx, tx, id)
      return ids.length
    })
    if (taken < TAKEN_AT_ONCE) return
  }
}

async function lookAtPhoto(ctx: Context, chat: store.ChatKey, at?: Date): Promise<void> {
  const groups = await photos.photosOf(ctx, chat)
  const account = await findAccount(ctx, chat.accountId)
  if (groups.length === 0 || !account?.credentials) return
  const channel = channelOf(ctx, account.channel)
  if (!channel.photo) return
  // It is asked when it is connected again: the next round finds it.
  if (account.status !== 'connected') return photos.noteAsked(ctx, chat, null)
  if (!(await isItsTurn(ctx, chat, channel.photosApartMs ?? 0, at))) return
  await photos.noteAsked(ctx, chat, ctx.clock.now())
  // A group that is new has none yet, whatever others have.
  const marks = new Set(groups.map(({ photoMark }) => photoMark))
  const [known = null] = marks.size === 1 ? marks : []
  const opened = await openAccount(ctx, chat.accountId)
  const told = await channel.photo(opened, chat.externalId, known)
  if (told.kind === 'same') return
  const next = told.kind === 'none' ? { mark: null } : told
  for (const group of groups) {
    if (group.photoMark === next.mark) continue
    // For a file that is no picture only its mark is stored, so that it is not fetched again.
    const photoId =
      told.kind === 'photo' ? await keepGroupPhoto(ctx, group.userId, told.bytes) : undefined
    await show(ctx, group.id, { photoMark: next.mark, photoId: photoId ?? null })
  }
}

/**
 * Whether the chat may be asked for now. Otherwise its turn is stored, and a job runs then. A job that runs much
 * later than its turn, because the server was down, takes a new turn: networks object to many requests at once.
 */
async function isItsTurn(
  ctx: Context,
  chat: store.ChatKey,
  apartMs: number,
  at: Date | undefined,
): Promise<boolean> {
  const now = ctx.clock.now()
  if (apartMs === 0 || (at && now.getTime() - at.getTime() < apartMs)) return true
  return ctx.transaction(async (tx) => {
    const turn = await photos.takeTurn(tx, chat, now, apartMs)
    if (turn && turn > now) {
      await tx.enqueue('groups.photo', { ...chat, at: turn.toISOString() }, { startAfter: turn })
    }
    return turn !== undefined && turn <= now
  })
}

type Photo = { photoMark: string | null; photoId: string | null }

async function show(ctx: Context, groupId: string, { photoMark, photoId }: Photo): Promise<void> {
  await ctx.transaction(async (tx) => {
    const group = await store.lock(tx, groupId)
    // The group was removed meanwhile: the sweep of unused files deletes the picture.
    if (!group) return
    if (photoId) await useGroupPhoto(tx, photoId)
    if (group.photoId) await ctx.photos.replaced(ctx, tx, group.photoId)
    const changed = { photoMark, photoId }
    const { id, userId, rev } = await store.update(tx, ctx.clock.now(), groupId, changed)
    if (photoId !== group.photoId) await tx.publish({ kind: 'group.updated', userId, id, rev })
  })
}

import { after, hours, minutes } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { reasonOf } from '../platform/errors.ts'
import { folderOf, originalOf, UNFINISHED_MS } from './rules.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** Stored bytes that are no longer needed: a whole file, or the original of a profile photo. */
    'media.clear': { id: string }
  }
}

/** A piece that was on its way when its file was deleted has arrived by then: no call takes as long. */
const CLEARED_AFTER_MS = minutes(2)

/** Takes a file away from its owner at once; what is stored of it is erased soon. */
export async function markDeleted(ctx: Context, tx: Tx, id: string): Promise<void> {
  const now = ctx.clock.now()
  await store.update(tx, id, { status: 'deleted', sha256: null, updatedAt: now })
  await tx.enqueue('media.clear', { id }, { startAfter: after(now, CLEARED_AFTER_MS) })
}

/** Erases what is stored of a file now, and again once no piece of it can be on its way any more; and its row. */
export async function erase(ctx: Context, id: string): Promise<void> {
  await ctx.storage.deleteFolder(folderOf(id))
  await ctx.transaction(async (tx) => {
    await store.remove(tx, [id])
    const startAfter = after(ctx.clock.now(), CLEARED_AFTER_MS)
    await tx.enqueue('media.clear', { id }, { startAfter })
  })
}

/**
 * Erases what is stored of a deleted file, then its row; of a profile photo the original. Without a row whatever
 * is stored came after it.
 */
export async function clear(ctx: Context, { id }: { id: string }): Promise<void> {
  const file = await store.findAny(ctx, id)
  if (!file || file.status === 'deleted') {
    await ctx.storage.deleteFolder(folderOf(id))
    await store.remove(ctx, [id])
  } else if (file.status === 'ready' && file.purpose === 'photo') {
    await ctx.storage.deleteFolder(originalOf(id))
    await ctx.transaction((tx) => store.update(tx, id, { parts: 0 }))
  }
}

/** A job for what was deleted has run by then, or was lost. */
const LOST_AFTER_MS = hours(1)

/** Files looked at together. */
const CLEARED_AT_ONCE = 100

/** Erases uploads that were given up, and what jobs that were lost have left; pieces half-written by killed servers, too. */
export async function sweep(ctx: Context, stop: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const lost = after(now, -LOST_AFTER_MS)
  await ctx.storage.sweep(lost)
  const old = { unfinished: after(now, -UNFINISHED_MS), lost, limit: CLEARED_AT_ONCE }
  for (;;) {
    const files = await store.findToClear(ctx, old)
    let cleared = 0
    for (const file of files) {
      if (stop.aborted) return
      try {
        await clearOld(ctx, file, old.unfinished)
        cleared += 1
      } catch (error) {
        // The others do not wait for it: the next sweep tries again.
        ctx.log.warn({ file: file.id, reason: reasonOf(error) }, 'A file could not be erased.')
      }
    }
    if (files.length < CLEARED_AT_ONCE || cleared === 0) return
  }
}

async function clearOld(
  ctx: Context,
  { id, status }: { id: string; status: string },
  unfinished: Date,
): Promise<void> {
  if (status !== 'pending') return clear(ctx, { id })
  // Its owner may have gone on since the list was read.
  if (!(await store.giveUp(ctx, id, unfinished))) return
  await ctx.storage.deleteFolder(folderOf(id))
  await store.remove(ctx, [id])
}

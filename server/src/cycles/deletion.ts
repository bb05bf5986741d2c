import type { Cycle } from '@carillon/contract/cycles'
import { restorePending } from '../deliveries/actions.ts'
import type { HeldSource } from '../deliveries/port.ts'
import { after, latest, minutes } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { lockSchedule, passOver, removeSchedule } from '../planning/actions.ts'
import { placeSlotContents } from '../series/actions.ts'
import { owner, readCycle, setTime, stop, tell } from './changes.ts'
import * as deletions from './deletion-store.ts'
import { passPlaceOn, requireCycleRoom } from './limits.ts'
import { isCounted } from './states.ts'
import type { CycleChange, CycleRow } from './store.ts'

/** How long a deletion can be undone, as that of a message. */
const UNDO_MS = minutes(10)

/**
 * Deletes a cycle and takes back what is not on the wire; what was sent stays in its groups. Nothing sees it
 * any more, until it is restored or erased. Deleting it again changes nothing.
 */
export function deleteCycle(ctx: UserContext, id: string): Promise<{ done: true }> {
  return ctx.transaction(async (tx) => {
    if (!(await lockDeleted(ctx, tx, id))) {
      await stop(ctx, tx, id, { reason: 'deleted', remaining: true })
      const rev = await deletions.markDeleted(tx, id, ctx.clock.now())
      await tx.publish({ kind: 'cycle.deleted', userId: ctx.user.id, id, rev })
      await passPlaceOn(ctx, tx, ctx.user.id)
    }
    return { done: true }
  })
}

/**
 * Takes a deletion back, within ten minutes: it goes on where it was, and what came due meanwhile is not sent.
 * Throws `not_found` when it is too late, and `limit_reached` when another one has taken its place.
 */
export function restoreCycle(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const deleted = await lockDeleted(ctx, tx, id)
    if (!deleted) return readCycle(ctx, tx, id)
    const { deletedAt } = deleted
    if (deletedAt <= erasedBefore(ctx)) throw notFound('cycle')
    await restorePending(ctx, tx, owner(id), deletedAt)
    const cycle = await deletions.lock(tx, id)
    if (isCounted(cycle.status)) await requireCycleRoom(ctx, tx)
    await deletions.restore(tx, id, await timesOf(ctx, tx, cycle, deletedAt))
    // It had got its place of the tier again, and was deleted before it was what it had been.
    if (cycle.status === 'paused' && cycle.resumesAs) {
      await tx.enqueue('cycles.revive', { cycleId: id })
    }
    // It may still be above the limit while a place is free, or have come to its end meanwhile.
    await passPlaceOn(ctx, tx, ctx.user.id)
    return tell(ctx, tx, id)
  })
}

/** What the times of a cycle that is restored make of it. */
async function timesOf(
  ctx: UserContext,
  tx: Tx,
  cycle: CycleRow,
  deletedAt: Date,
): Promise<CycleChange> {
  const { id, userId, status, schedule, pausedUntil, resumesAs } = cycle
  if (resumesAs) return {}
  const goesOn = status === 'active' || (status === 'paused' && pausedUntil !== null)
  if (!goesOn || !schedule) return {}
  await placeSlotContents(tx, 'cycle', [{ sourceId: id, schedule }])
  const now = ctx.clock.now()
  const since = latest(deletedAt, pausedUntil ?? deletedAt)
  const own = { ...owner(id), userId, spec: schedule }
  await passOver(ctx, tx, own, { since, until: now, skipped: 'deleted' })
  const timed = await setTime(ctx, tx, cycle, schedule, latest(now, pausedUntil ?? now))
  if (pausedUntil && pausedUntil > now) return { nextAt: timed.nextAt }
  return { nextAt: timed.nextAt, status: timed.status, pausedUntil: null }
}

/** The cycle if it is deleted; what deletes, restores and erases it follows each other. */
async function lockDeleted(ctx: UserContext, tx: Tx, id: string) {
  if (!isUuid(id)) throw notFound('cycle')
  await lockSchedule(tx, owner(id))
  return deletions.findDeleted(tx, ctx.user.id, id)
}

/** Holds a cycle as it is until the transaction ends; answers whether it is there. */
export async function holdCycle(tx: Tx, id: string): Promise<HeldSource> {
  await lockSchedule(tx, owner(id))
  return deletions.whetherThere(tx, id)
}

/** Erases cycles whose deletion cannot be undone any more. */
export async function eraseDeleted(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = erasedBefore(ctx)
  let ids: string[]
  do {
    ids = await deletions.findErasable(ctx, before)
    for (const id of ids) {
      if (stop.aborted) return
      await ctx.transaction(async (tx) => {
        await lockSchedule(tx, owner(id))
        // It may have been restored since it was found.
        if (await deletions.erase(tx, id, before)) await removeSchedule(tx, owner(id))
      })
    }
  } while (ids.length > 0)
}

const erasedBefore = (ctx: Context) => after(ctx.clock.now(), -UNDO_MS)

import type { Cycle } from '@carillon/contract/cycles'
import { latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { passOver } from '../planning/actions.ts'
import { beginRestore, lockDeletion, placeSlotContents } from '../series/actions.ts'
import { owner, readCycle, setTime, stop, tell } from './changes.ts'
import { passPlaceOn, requireCycleRoom } from './limits.ts'
import { isCounted } from './states.ts'
import * as store from './store.ts'

/**
 * Deletes a cycle and takes back what is not on the wire; what was sent stays in its groups. Nothing sees it
 * any more, until it is restored or erased. Deleting it again changes nothing.
 */
export function deleteCycle(ctx: UserContext, id: string): Promise<{ done: true }> {
  return ctx.transaction(async (tx) => {
    if (!(await lockDeletion(ctx, tx, owner(id)))) {
      await stop(ctx, tx, id, { reason: 'deleted', remaining: true })
      const rev = await store.markDeleted(tx, id, ctx.clock.now())
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
    const deletedAt = await lockDeletion(ctx, tx, owner(id))
    if (!deletedAt) return readCycle(ctx, tx, id)
    await beginRestore(ctx, tx, owner(id), deletedAt)
    const cycle = await store.lockDeleted(tx, id)
    if (isCounted(cycle.status)) await requireCycleRoom(ctx, tx)
    await store.restore(tx, id, await timesOf(ctx, tx, cycle, deletedAt))
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
  cycle: store.CycleRow,
  deletedAt: Date,
): Promise<store.CycleChange> {
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

import type { Cycle } from '@carillon/contract/cycles'
import { latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { recordMissedSlots } from '../planning/actions.ts'
import { beginRestore, lockDeletion, retimeSlotContents } from '../series/actions.ts'
import { sendsAtItsSlots } from '../series/rules.ts'
import { sourceRef, readCycle, setTime, stop, publishCycle } from './changes.ts'
import { restoreAnother, requireOneMoreCycle } from './limits.ts'
import { isCounted } from './status-transitions.ts'
import * as store from './store.ts'

/**
 * Deletes a cycle and cancels its deliveries that were not sent yet; what was sent stays in its groups. It is
 * hidden everywhere until it is restored or erased. Deleting it again does nothing.
 */
export function deleteCycle(ctx: UserContext, id: string): Promise<{ done: true }> {
  return ctx.transaction(async (tx) => {
    if (!(await lockDeletion(ctx, tx, sourceRef(id)))) {
      await stop(ctx, tx, id, { reason: 'deleted', cancelUnsent: true })
      const rev = await store.markDeleted(tx, id, ctx.clock.now())
      await tx.publish({ kind: 'cycle.deleted', userId: ctx.user.id, id, rev })
      await restoreAnother(tx, ctx.user.id)
    }
    return { done: true }
  })
}

/**
 * Undoes a deletion within ten minutes. The cycle continues from its position, and slots that passed in the
 * meantime are not sent. Throws `not_found` if it is too late, and `limit_reached` if the tier allows no
 * other cycle meanwhile.
 */
export function restoreCycle(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const deletedAt = await lockDeletion(ctx, tx, sourceRef(id))
    if (!deletedAt) return readCycle(ctx, tx, id)
    await beginRestore(ctx, tx, sourceRef(id), deletedAt)
    const cycle = await store.lockDeleted(tx, id)
    if (isCounted(cycle.status)) await requireOneMoreCycle(ctx, tx)
    await store.restore(tx, id, await timesOf(ctx, tx, cycle, deletedAt))
    // The tier had room again for this suspended cycle, but it was deleted before the job set its status.
    if (cycle.status === 'paused' && cycle.resumesAs) {
      await tx.enqueue('cycles.revive', { cycleId: id })
    }
    // The tier may have room for another cycle, because this one is suspended or has ended.
    await restoreAnother(tx, ctx.user.id)
    return publishCycle(ctx, tx, id)
  })
}

/** The columns that follow from the schedule of a restored cycle. */
async function timesOf(
  ctx: UserContext,
  tx: Tx,
  cycle: store.CycleRow,
  deletedAt: Date,
): Promise<store.CycleChange> {
  const { id, userId, schedule, pausedUntil, resumesAs } = cycle
  if (resumesAs) return {}
  if (!sendsAtItsSlots(cycle) || !schedule) return {}
  await retimeSlotContents(tx, 'cycle', [{ sourceId: id, schedule }])
  const now = ctx.clock.now()
  const since = latest(deletedAt, pausedUntil ?? deletedAt)
  const own = { ...sourceRef(id), userId, spec: schedule }
  await recordMissedSlots(ctx, tx, own, { since, until: now, skipped: 'deleted' })
  const timed = await setTime(ctx, tx, cycle, schedule, latest(now, pausedUntil ?? now))
  if (pausedUntil && pausedUntil > now) return { nextAt: timed.nextAt }
  return { nextAt: timed.nextAt, status: timed.status, pausedUntil: null }
}

import { latest } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { clearSchedule, lockSchedule } from '../planning/actions.ts'
import { changeRow } from '../series/actions.ts'
import { sendsAtItsSlots } from '../series/rules.ts'
import { restoreUpToLimit } from '../tiers/actions.ts'
import { sourceRef, setTime } from './changes.ts'
import { restoreAnother } from './limits.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A pause with an end has ended. */
    'cycles.resume': { cycleId: string }
    /** A cycle paused itself, finished or was suspended: its schedule is to be removed. */
    'cycles.halt': { cycleId: string }
    /** The tier allows a suspended cycle again. */
    'cycles.revive': { cycleId: string }
    /** A cycle of this user no longer counts towards the limit of the tier. */
    'cycles.fill': { userId: string }
  }
}

/**
 * Shows a cycle as active again. Its schedule was set when it was paused. If the pause was made longer,
 * nothing happens.
 */
export const resumeAfterPause = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, sourceRef(id))
    const cycle = await store.lockAny(tx, id)
    // A suspended cycle has no schedule until it is revived, and reviving checks the pause too.
    if (cycle?.status !== 'paused' || !cycle.pausedUntil || cycle.resumesAs) return
    if (cycle.pausedUntil > ctx.clock.now()) return
    // It may have no slot after the pause.
    const status = cycle.nextAt ? ('active' as const) : ('finished' as const)
    await changeRow(ctx, tx, sourceRef(id), { status, pausedUntil: null })
    if (status === 'finished') await restoreAnother(tx, cycle.userId)
  })

/**
 * Removes the schedule of a cycle that does not continue. This is a job because the cycle stopped under a
 * lock under which the schedule must not be locked: that would deadlock.
 */
export const haltCycle = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, sourceRef(id))
    const cycle = await store.lockAny(tx, id)
    if (!cycle) return
    const { status, pausedUntil } = cycle
    const rests = status === 'finished' || status === 'suspended' || status === 'draft'
    if (rests || (status === 'paused' && !pausedUntil)) await clearSchedule(ctx, tx, sourceRef(id))
  })

/**
 * Restores a suspended cycle of a user once another one no longer counts towards the limit. The user is locked before
 * cycles, so no action that holds a cycle does this.
 */
export const fillCycles = (ctx: Context, { userId }: { userId: string }) =>
  ctx.transaction((tx) => restoreUpToLimit(ctx, tx, userId, 'cycles'))

/**
 * Gives a cycle that was suspended the status it had before. Slots that passed in the meantime are not sent.
 * A pause with an end is kept if its end is still to come.
 */
export const reviveCycle = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, sourceRef(id))
    const cycle = await store.lockAny(tx, id)
    if (cycle?.status !== 'paused' || !cycle.resumesAs) return
    const { resumesAs, schedule, pausedUntil } = cycle
    if (!sendsAtItsSlots({ status: resumesAs, pausedUntil }) || !schedule) {
      await changeRow(ctx, tx, sourceRef(id), {
        status: resumesAs,
        resumesAs: null,
        pausedUntil: null,
      })
      return
    }
    const now = ctx.clock.now()
    const timed = await setTime(ctx, tx, cycle, schedule, latest(now, pausedUntil ?? now))
    const rests = pausedUntil !== null && pausedUntil > now
    // The job that ends the pause is still queued.
    await changeRow(
      ctx,
      tx,
      sourceRef(id),
      rests ? { ...timed, status: 'paused', pausedUntil } : timed,
    )
    if (!rests && timed.status === 'finished') await restoreAnother(tx, cycle.userId)
  })

import { latest } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { clearSchedule, lockSchedule } from '../planning/actions.ts'
import { changeRow } from '../series/actions.ts'
import { owner, setTime } from './changes.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A pause until a time is over. */
    'cycles.resume': { cycleId: string }
    /** A cycle stopped itself, finished or was suspended; nothing more of it is to be planned. */
    'cycles.halt': { cycleId: string }
    /** A suspended cycle has its place again. */
    'cycles.revive': { cycleId: string }
  }
}

/** Shows a cycle as active again; its slots were set when it was paused. A longer pause is left alone. */
export const resumeAfterPause = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(id))
    const cycle = await store.lockAny(tx, id)
    // What was suspended has no times until it is revived, and that looks at the pause as well.
    if (cycle?.status !== 'paused' || !cycle.pausedUntil || cycle.resumesAs) return
    if (cycle.pausedUntil > ctx.clock.now()) return
    // It may have no slot after the pause.
    const status = cycle.nextAt ? ('active' as const) : ('finished' as const)
    await changeRow(ctx, tx, owner(id), { status, pausedUntil: null })
  })

/**
 * Takes a cycle that does not go on out of its times. It stopped under a lock where its schedule may not be
 * locked: two orders would deadlock.
 */
export const haltCycle = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(id))
    const cycle = await store.lockAny(tx, id)
    if (!cycle) return
    const { status, pausedUntil } = cycle
    const rests = status === 'finished' || status === 'suspended' || status === 'draft'
    if (rests || (status === 'paused' && !pausedUntil)) await clearSchedule(ctx, tx, owner(id))
  })

/**
 * Lets a cycle that was suspended be again what it was; nothing of what passed meanwhile is sent. A pause until
 * a time lasts until then, or is over.
 */
export const reviveCycle = (ctx: Context, { cycleId: id }: { cycleId: string }) =>
  ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(id))
    const cycle = await store.lockAny(tx, id)
    if (cycle?.status !== 'paused' || !cycle.resumesAs) return
    const { resumesAs, schedule, pausedUntil } = cycle
    const goesOn = resumesAs === 'active' || (resumesAs === 'paused' && pausedUntil !== null)
    if (!goesOn || !schedule) {
      await changeRow(ctx, tx, owner(id), { status: resumesAs, resumesAs: null, pausedUntil: null })
      return
    }
    const now = ctx.clock.now()
    const timed = await setTime(ctx, tx, cycle, schedule, latest(now, pausedUntil ?? now))
    const rests = pausedUntil !== null && pausedUntil > now
    // The job that ends the pause still stands.
    await changeRow(ctx, tx, owner(id), rests ? { ...timed, status: 'paused', pausedUntil } : timed)
  })

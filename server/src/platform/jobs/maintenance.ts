import { hours, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import { reasonOf } from '../errors.ts'
import { repeat, type Repeated } from '../repeated.ts'

/** How often each task runs; nobody can reach what it deletes, or it was kept for days already. */
const EVERY_MS = hours(6)

/** The first run waits for the start to be over, and processes that start together spread out. */
const FIRST_MS = { min: minutes(1), spread: minutes(10) }

/**
 * What keeps tables from growing for ever, by name. Any number of processes may run the same task at
 * once, so each task must allow that.
 */
export type MaintenanceTasks = Readonly<Record<string, MaintenanceTask>>

/** A task of many steps ends between two of them once its signal is aborted. */
export type MaintenanceTask = (ctx: Context, stop: AbortSignal) => Promise<void>

/** Runs all tasks every few hours; one that fails is logged, and runs again the next time. */
export function startMaintenance(ctx: Context, tasks: MaintenanceTasks): Repeated {
  async function work(stop: AbortSignal) {
    for (const [task, run] of Object.entries(tasks)) {
      if (stop.aborted) return
      try {
        await run(ctx, stop)
      } catch (error) {
        ctx.log.warn({ task, reason: reasonOf(error) }, 'A maintenance task failed.')
      }
    }
  }
  const firstMs = FIRST_MS.min + ctx.random.fraction() * FIRST_MS.spread
  return repeat(ctx, { everyMs: EVERY_MS, firstMs, work, failed: 'Maintenance failed.' })
}

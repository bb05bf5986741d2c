import { after, minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { repeat, type Repeated } from '../platform/repeated.ts'
import { askStatus } from './checkout.ts'
import * as checkouts from './checkouts-store.ts'
import { ProviderError } from './port.ts'
import { reconcile, reconcileStored } from './reconcile.ts'
import * as store from './store.ts'

/** How often due users are searched. */
const EVERY_MS = minutes(1)

/** Users asked about before the next ones are taken, and how many of them at once. */
const SLICE = 40
const AT_ONCE = 4

/** When to try again after a failure. */
const AGAIN_MS = minutes(10)

/** Asks the provider about all due users, every minute. Any number of processes may do so at once. */
export const startSweep = (ctx: Context): Repeated =>
  repeat(ctx, {
    everyMs: EVERY_MS,
    work: (stop) => sweep(ctx, stop),
    failed: 'A sweep of payments failed.',
  })

/**
 * Asks the provider about all due users, slice after slice, to find changes whose webhook was lost and changes by time.
 * It ends early when the provider does not answer. For users of a former provider only time decides.
 */
export async function sweep(ctx: Context, stop?: AbortSignal): Promise<void> {
  for (;;) {
    const now = ctx.clock.now()
    const due = await ctx.transaction((tx) =>
      store.takeDueChecks(tx, { now, again: after(now, AGAIN_MS), most: SLICE }),
    )
    const left = [...due]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        if (stop?.aborted || !(await askAbout(ctx, one))) return false
      }
      return true
    })
    const went = await Promise.all(workers)
    if (due.length < SLICE || went.includes(false)) return
  }
}

/** Asks about one user; false when the sweep should stop for now. */
async function askAbout(ctx: Context, { provider: name, userId }: store.Due): Promise<boolean> {
  const provider = ctx.payments
  try {
    if (provider?.name !== name) {
      await reconcileStored(ctx, name, userId)
      return true
    }
    const open = await checkouts.findOpen(ctx, userId)
    if (open) await askStatus(ctx, provider, open)
    await reconcile(ctx, provider, userId)
    return true
  } catch (error) {
    ctx.log.warn(
      { provider: name, userId, reason: (error as Error).message },
      'A sweep could not ask about a user; it is tried again.',
    )
    const { kind } = error instanceof ProviderError ? error.trouble : {}
    return kind !== 'unreachable' && kind !== 'rate_limited'
  }
}

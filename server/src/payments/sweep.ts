import { after, minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { repeat, type Repeated } from '../platform/repeated.ts'
import { askStatus } from './checkout.ts'
import * as checkouts from './checkouts-store.ts'
import { ProviderError } from './port.ts'
import { reconcile, reconcileStored } from './reconcile.ts'
import * as store from './store.ts'

/** How often it is looked whether somebody is due. */
const EVERY_MS = minutes(1)

/** Users asked about before the next ones are taken, and how many of them at once. */
const SLICE = 40
const AT_ONCE = 4

/** When to try again with those whose turn failed. */
const AGAIN_MS = minutes(10)

/** Asks about everybody who is due, every minute. Any number of processes may do so at once. */
export const startSweep = (ctx: Context): Repeated =>
  repeat(ctx, {
    everyMs: EVERY_MS,
    work: (stop) => sweep(ctx, stop),
    failed: 'A sweep of payments failed.',
  })

/**
 * Asks the provider about all users who are due, slice after slice: what a webhook should have told, and what
 * only time changes. It ends early when the provider cannot be asked. Of those who paid at a provider that is not
 * used any more only the time decides.
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

/** Asks about one user; false when it is better to ask about nobody else for now. */
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

import { after, hours, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import * as store from './store.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A user has deleted themselves: erases what is stored of them. */
    'users.erase': { userId: string }
  }
}

/** How long one job erases. Then another job continues, so that other jobs get their turn and a stop need not wait. */
const ERASE_FOR_MS = seconds(10)

/** Erases what the rooms hold of somebody who has left, slice after slice, and their row in the end. */
export async function eraseUser(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const user = await store.find(ctx, userId)
  if (!user?.leavingAt) return
  const until = ctx.clock.steadyMs() + ERASE_FOR_MS
  for (const data of ctx.userData) {
    while (await data.erase?.(ctx, userId)) {
      if (ctx.clock.steadyMs() < until) continue
      return ctx.transaction((tx) => tx.enqueue('users.erase', { userId }))
    }
  }
  await ctx.transaction((tx) => store.remove(tx, userId))
}

/** After so long a job that erases has ended, or was lost. */
const LOST_AFTER_MS = hours(1)
const LOST_AT_ONCE = 100

/** Begins anew to erase those whose job was lost, as when it failed too often. */
export async function eraseLeft(ctx: Context): Promise<void> {
  const before = after(ctx.clock.now(), -LOST_AFTER_MS)
  const left = await store.findLeftBefore(ctx, before, LOST_AT_ONCE)
  await ctx.transaction(async (tx) => {
    for (const userId of left) await tx.enqueue('users.erase', { userId })
  })
}

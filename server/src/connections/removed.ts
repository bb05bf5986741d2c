import { after, days } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import * as store from './removed-store.ts'

/** Deletes connections that were removed before the time that the operator keeps and have no groups any more, in slices. */
export async function forgetRemovedConnections(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -days(ctx.config.keepHistoryDays))
  while (!stop.aborted && (await ctx.transaction((tx) => store.forgetSome(tx, before))));
}

import { after, days } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import * as store from './unclaimed-store.ts'

/**
 * Deletes accounts without credentials that no connection and no group leads to, and that did not change within the time
 * that the operator keeps, in slices. What is known of their chats goes with them.
 */
export async function forgetUnclaimedAccounts(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -days(ctx.config.keepHistoryDays))
  while (!stop.aborted && (await ctx.transaction((tx) => store.forgetSome(tx, before))));
}

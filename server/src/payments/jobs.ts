import { after, days } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import * as checkouts from './checkouts-store.ts'
import * as events from './events-store.ts'
import * as store from './store.ts'

export { tellEmail } from './email.ts'
export { handleEvent } from './webhooks.ts'

/** How long events are kept to recognize repeated ones; providers repeat them for some days. */
const EVENTS_KEPT_MS = days(30)

/** How long checkouts are kept. */
const CHECKOUTS_KEPT_MS = days(90)

/** How long a late payment may arrive for a deleted account. */
const CLOSED_KEPT_MS = days(90)

/** Rows deleted in one transaction. */
const DELETED_AT_ONCE = 1_000

/** Deletes old rows of payments, a slice at a time. */
export async function forgetPayments(ctx: Context, stop: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const until = (work: (tx: Tx) => Promise<number>) => async () => {
    while (!stop.aborted && (await ctx.transaction(work)) > 0);
  }
  await until((tx) => events.deleteOlder(tx, after(now, -EVENTS_KEPT_MS), DELETED_AT_ONCE))()
  await until((tx) => checkouts.deleteOlder(tx, after(now, -CHECKOUTS_KEPT_MS), DELETED_AT_ONCE))()
  await until((tx) => store.deleteClosed(tx, after(now, -CLOSED_KEPT_MS), DELETED_AT_ONCE))()
}

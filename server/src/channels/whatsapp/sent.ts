import { after, days } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store.ts'

/** How long sent messages are kept, sealed: for phones that cannot open them, and to recognize a repeated send. */
const KEPT_MS = days(14)

const FORGOTTEN_AT_ONCE = 1_000

/** Deletes messages that were sent long ago. */
export async function forgetSent(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -KEPT_MS)
  let forgotten = FORGOTTEN_AT_ONCE
  while (forgotten === FORGOTTEN_AT_ONCE && !stop.aborted) {
    forgotten = await store.forgetMessages(ctx, before, FORGOTTEN_AT_ONCE)
  }
}

import { after, days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import * as store from './status-store.ts'

/** How the caller's deliveries are doing: how late they were, what waits where, and who carries it. */
export async function readStatus(ctx: UserContext) {
  const at = ctx.clock.now()
  const [lateness, lanes, servers] = await Promise.all([
    store.readLateness(ctx, ctx.user.id, after(at, -days(1))),
    store.readLanesOf(ctx, ctx.user.id, at),
    store.countServers(ctx),
  ])
  return { at, lateness, lanes, servers }
}

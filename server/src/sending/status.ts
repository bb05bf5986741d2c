import { after, days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import * as store from './status-store.ts'

/** The state of the caller's deliveries: how late they were, what waits, and how many servers send. */
export async function readStatus(ctx: UserContext) {
  const at = ctx.clock.now()
  const [lateness, lanes, servers] = await Promise.all([
    store.readLateness(ctx, ctx.user.id, after(at, -days(1))),
    store.readLanesOf(ctx, ctx.user.id, at),
    store.countServers(ctx),
  ])
  return { at, lateness, lanes, servers }
}

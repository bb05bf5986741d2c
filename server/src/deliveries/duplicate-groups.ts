import type { GroupsMerged } from '../groups/port.ts'
import { skipPending } from './actions.ts'
import * as store from './duplicate-groups-store.ts'

/**
 * Merges the deliveries of two groups that turned out to be one chat: what was planned for both is sent once, and what
 * was planned for the removed group is sent by the remaining one.
 */
export const mergeDeliveries: GroupsMerged = async (ctx, tx, merged) => {
  const ids = await store.findCopies(tx, merged)
  if (ids.length > 0) await skipPending(ctx, tx, { ids }, 'same_chat')
  await store.handOver(tx, ctx.clock.now(), merged)
}

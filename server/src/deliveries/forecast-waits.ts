import type { Context, Reading } from '../platform/context.ts'
import { forecast } from './rules.ts'
import * as store from './store.ts'

/** A group, and how many messages the network counts for a send to it: an album counts each of its files. */
export type GroupMessages = { groupId: string; messages: number }

/**
 * How long each of these groups would wait for the last of its messages, in milliseconds, if all were planned at
 * once and in this order. `afterWaiting`: they also wait for deliveries that are in the lanes already, as with "Send now".
 */
export async function forecastWaits(
  ctx: Context,
  reading: Reading,
  wanted: readonly GroupMessages[],
  afterWaiting: boolean,
): Promise<Map<string, number>> {
  const lanes = await store.readLanes(
    reading,
    wanted.map(({ groupId }) => groupId),
  )
  const waitOf = forecast((channel) => ctx.channels.get(channel)?.capabilities.pace, new Map())
  const waits = new Map<string, number>()
  for (const { groupId, messages } of wanted) {
    const lane = lanes.get(groupId)
    if (!lane) continue
    const { ahead } = lane
    for (let n = 0; n < messages; n++) {
      const wait = waitOf({ ...lane, ahead: afterWaiting ? ahead : 0 })
      waits.set(groupId, Math.max(wait, waits.get(groupId) ?? 0))
    }
  }
  return waits
}

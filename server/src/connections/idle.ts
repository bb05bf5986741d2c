import type { ChannelKind } from '@carillon/contract/config'
import { giveUpAccount } from '../accounts/actions.ts'
import { after, days } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import * as store from './idle-store.ts'
import { publishConnections } from './news.ts'
import { UNLINKED_IDLE } from './words.ts'

/** How long an account stays linked that its user's tier may not use: whoever comes back needs no phone. */
export const IDLE_MS = days(14)

const UNLINKED_AT_ONCE = 50

/** The tier of a user may not use these channels, and may use all others: connections are idle or not. */
export async function setIdle(
  ctx: Context,
  tx: Tx,
  userId: string,
  channels: readonly ChannelKind[],
): Promise<void> {
  await publishConnections(ctx, tx, await store.setIdle(tx, userId, channels, ctx.clock.now()))
}

/** Unlinks accounts that were idle for too long, and notifies their users. Their groups stay, suspended. */
export async function unlinkIdle(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -IDLE_MS)
  for (;;) {
    const ids = await store.findLongIdle(ctx, before, UNLINKED_AT_ONCE)
    for (const id of ids) {
      if (stop.aborted) return
      await ctx.transaction((tx) => giveUpAccount(ctx, tx, id, UNLINKED_IDLE))
    }
    if (ids.length < UNLINKED_AT_ONCE) return
  }
}

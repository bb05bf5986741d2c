import { setIdle } from '../connections/actions.ts'
import { notifyAll } from '../notifications/actions.ts'
import type { Tx } from '../platform/context.ts'
import type { CountedResource } from '../tiers/actions.ts'
import * as limits from './limits-store.ts'
import { noticeOf, stateOf, suspended, withheld } from './rules.ts'
import * as store from './store.ts'

/** How the tiers room counts, suspends and restores groups: all of them by a few statements. */
export const entitledGroups: CountedResource = {
  count: store.count,
  listUsed: store.listUsed,
  async suspend(ctx, tx, userId, which) {
    await tell(tx, userId, await limits.suspend(tx, userId, which, suspended, ctx.clock.now()))
  },
  async suspendChannels(ctx, tx, userId, channels) {
    await setIdle(ctx, tx, userId, channels)
    if (channels.length === 0) return
    await tell(
      tx,
      userId,
      await limits.suspendByChannel(tx, userId, channels, withheld, ctx.clock.now()),
    )
  },
  async restore(ctx, tx, userId, which) {
    const groups = await limits.lockRestorable(tx, userId, which)
    const states = groups.map((group) => ({
      id: group.id,
      ...stateOf(group, { canPost: group.canPost, reason: group.chatReason }),
    }))
    if (states.length > 0) {
      await tell(tx, userId, await limits.setStates(tx, states, ctx.clock.now()))
      const notices = groups.map((group, n) => noticeOf(group, states[n]!))
      const told = notices.flatMap((notice) => (notice ? [{ userId, notice }] : []))
      // Who asked for just this one sees it come back.
      if (!which.only) await notifyAll(ctx, tx, told)
    }
    return {
      restored: states.length,
      left: await limits.isAnyRestorable(tx, userId, which.withheld),
    }
  },
}

const tell = (tx: Tx, userId: string, changed: readonly limits.Changed[]): Promise<void> =>
  tx.publish(...changed.map(({ id, rev }) => ({ kind: 'group.updated' as const, userId, id, rev })))

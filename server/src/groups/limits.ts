import { notifyAll } from '../notifications/actions.ts'
import type { Tx } from '../platform/context.ts'
import type { Entitled } from '../tiers/actions.ts'
import * as limits from './limits-store.ts'
import { noticeOf, stateOf, suspended } from './rules.ts'
import * as store from './store.ts'

/** How the tiers room counts, suspends and restores groups: all of them by a few statements. */
export const entitledGroups: Entitled = {
  count: store.count,
  listUsed: store.listUsed,
  async suspend(ctx, tx, userId, which) {
    await tell(tx, userId, await limits.suspend(tx, userId, which, suspended, ctx.clock.now()))
  },
  async restore(ctx, tx, userId, room) {
    const groups = await limits.lockRestorable(tx, userId, room)
    const states = groups.map((group) => ({
      id: group.id,
      ...stateOf(group, { canPost: group.canPost, reason: group.chatReason }),
    }))
    if (states.length > 0) {
      await tell(tx, userId, await limits.setStates(tx, states, ctx.clock.now()))
      const notices = groups.map((group, n) => noticeOf(group, states[n]!))
      await notifyAll(
        ctx,
        tx,
        notices.flatMap((notice) => (notice ? [{ userId, notice }] : [])),
      )
    }
    return { restored: states.length, left: await limits.isAnyRestorable(tx, userId) }
  },
}

const tell = (tx: Tx, userId: string, changed: readonly limits.Changed[]): Promise<void> =>
  tx.publish(...changed.map(({ id, rev }) => ({ kind: 'group.updated' as const, userId, id, rev })))

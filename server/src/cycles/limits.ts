import type { Context, Tx, UserContext } from '../platform/context.ts'
import { changeRow } from '../series/actions.ts'
import { fillRoom, requireRoom, requireWithin, type Entitled } from '../tiers/actions.ts'
import * as limits from './limits-store.ts'
import * as store from './store.ts'

/** Makes sure that the user may have one more cycle, by their tier and on this server; throws `limit_reached`. */
export async function requireCycleRoom(ctx: UserContext, tx: Tx): Promise<void> {
  await requireRoom(ctx, tx, ctx.user.id, 'cycles')
  await requireWithin(ctx, tx, ctx.user.id, 'cycles', {
    count: () => store.countAll(tx, ctx.user.id),
    words: (most) =>
      `You have ${most} cycles, the most this server allows. Delete some you no longer need first.`,
  })
}

/** Makes sure that a cycle that took no place of the tier may take one again; throws `limit_reached`. */
export const requirePlace = (ctx: UserContext, tx: Tx): Promise<void> =>
  requireRoom(ctx, tx, ctx.user.id, 'cycles')

/** Gives the place of a cycle that has ended to one that waits above the limit. */
export const passPlaceOn = (ctx: Context, tx: Tx, userId: string): Promise<void> =>
  fillRoom(ctx, tx, userId, 'cycles')

/**
 * What the tiers room asks of cycles. Schedules are not locked here, where the user's row is held: an action
 * takes them the other way round. A suspended cycle is left out by the planner, and a job clears its times.
 */
export const entitledCycles: Entitled = {
  count: limits.countEntitled,
  async suspend(ctx, tx, userId, excess) {
    for (const cycle of await limits.lockLongestUnused(tx, userId, excess)) {
      const { id, status } = cycle
      // One that has just got its place again is shown as paused, until it is what it was.
      const resumesAs =
        cycle.resumesAs ??
        (status === 'active' || status === 'paused' ? status : ('draft' as const))
      const change = { status: 'suspended' as const, resumesAs, nextAt: null }
      await changeRow(ctx, tx, { source: 'cycle', sourceId: id }, change)
      await tx.enqueue('cycles.halt', { cycleId: id })
    }
  },
  async restore(ctx, tx, userId, room) {
    const most = Math.min(room, RESTORED_MAX)
    for (const { id } of await limits.lockSuspended(tx, userId, most)) {
      await changeRow(ctx, tx, { source: 'cycle', sourceId: id }, { status: 'paused' })
      await tx.enqueue('cycles.revive', { cycleId: id })
    }
  },
}

/** Most cycles that come back in one transaction. */
const RESTORED_MAX = 1_000

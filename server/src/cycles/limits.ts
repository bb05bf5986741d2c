import type { Tx, UserContext } from '../platform/context.ts'
import { changeRow } from '../series/actions.ts'
import {
  requireUnderTierLimit,
  requireUnderServerLimit,
  type CountedResource,
} from '../tiers/actions.ts'
import * as limits from './limits-store.ts'
import * as store from './store.ts'

/** Throws `limit_reached` if the user cannot have one more cycle, because of the tier or of this server. */
export async function requireOneMoreCycle(ctx: UserContext, tx: Tx): Promise<void> {
  await requireUnderTierLimit(ctx, tx, ctx.user.id, 'cycles')
  await requireUnderServerLimit(ctx, tx, ctx.user.id, 'cycles', {
    count: () => store.countAll(tx, ctx.user.id),
    words: (most) =>
      `You have ${most} cycles, the most this server allows. Delete some you no longer need first.`,
  })
}

/** Throws `limit_reached` if a cycle that did not count towards the limit of the tier cannot count again. */
export const requireCycleUnderLimit = (ctx: UserContext, tx: Tx): Promise<void> =>
  requireUnderTierLimit(ctx, tx, ctx.user.id, 'cycles')

/** Has a suspended cycle restored soon, because another one no longer counts towards the limit of the tier. */
export const restoreAnother = (tx: Tx, userId: string): Promise<void> =>
  tx.enqueue('cycles.fill', { userId })

/**
 * How the tiers most counts, suspends and restores cycles. It holds the lock of the user's row, so schedules
 * are not locked here: actions take these locks in the other order. The planner ignores a suspended cycle,
 * and a job removes its schedule.
 */
export const entitledCycles: CountedResource = {
  count: limits.countEntitled,
  listUsed: limits.listUsed,
  async suspend(ctx, tx, userId, { excess, stays }) {
    for (const cycle of await limits.lockLongestUnused(tx, userId, excess, stays)) {
      const { id, status } = cycle
      // A cycle that has just been restored is shown as paused until a job gives it its former status.
      const resumesAs =
        cycle.resumesAs ??
        (status === 'active' || status === 'paused' ? status : ('draft' as const))
      const change = { status: 'suspended' as const, resumesAs, nextAt: null }
      await changeRow(ctx, tx, { source: 'cycle', sourceId: id }, change)
      await tx.enqueue('cycles.halt', { cycleId: id })
    }
  },
  async restore(ctx, tx, userId, which) {
    const cycles = await limits.lockSuspended(tx, userId, which)
    for (const { id } of cycles) {
      await changeRow(ctx, tx, { source: 'cycle', sourceId: id }, { status: 'paused' })
      await tx.enqueue('cycles.revive', { cycleId: id })
    }
    return { restored: cycles.length, left: cycles.length === which.most }
  },
}

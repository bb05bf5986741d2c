import { after, days, fromEpoch } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { firstIdAt } from '../platform/ids.ts'
import * as store from './removed-store.ts'

/**
 * Deletes groups that were removed before the time that the operator keeps and that nothing names any more, in slices:
 * each is of one user, because all deliveries of the user are read for it.
 */
export async function forgetRemovedGroups(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -days(ctx.config.keepHistoryDays))
  let last: string | undefined = firstIdAt(fromEpoch(0))
  while (last && !stop.aborted) {
    const old: store.RemovedGroup[] = await store.findRemoved(ctx, { after: last, before })
    const unnamed = old.filter(({ named }) => !named)
    for (const [userId, groups] of Map.groupBy(unnamed, (group) => group.userId)) {
      if (stop.aborted) return
      const ids = groups.map(({ id }) => id)
      await ctx.transaction((tx) => store.forget(tx, userId, ids))
    }
    last = old.at(-1)?.id
  }
}

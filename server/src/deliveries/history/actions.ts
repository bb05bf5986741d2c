import { after, days, fromEpoch } from '../../platform/clock.ts'
import type { Context, Reading } from '../../platform/context.ts'
import { firstIdAt } from '../../platform/ids.ts'
import * as store from './store.ts'

/** Which of these occurrences are still shown with what they belong to. */
export type StillShown = (reading: Reading, ids: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Forgets what ended longer ago than the operator wants to keep it: deliveries, then their occurrences, in
 * slices. What is in doubt or still to be sent stays, and so do the occurrences that are still shown.
 */
export async function forgetHistory(
  ctx: Context,
  stop: AbortSignal,
  stillShown: StillShown,
): Promise<void> {
  const before = after(ctx.clock.now(), -days(ctx.config.keepHistoryDays))
  const below = firstIdAt(before)
  let last: string | undefined = firstIdAt(fromEpoch(0))
  while (last && !stop.aborted) {
    const old: store.Old[] = await store.findOld(ctx, { after: last, below, before })
    const ended = old.filter((one) => one.ended).map(({ id }) => id)
    while (await ctx.transaction((tx) => store.forgetDeliveries(tx, ended))) {
      if (stop.aborted) return
    }
    const shown = await stillShown(ctx, ended)
    const over = ended.filter((id) => !shown.has(id))
    await ctx.transaction((tx) => store.forgetOccurrences(tx, over))
    last = old.at(-1)?.id
  }
}

import { after, days, fromEpoch } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { firstIdAt } from '../platform/ids.ts'
import * as store from './history-store.ts'
import { findOldOccurrences, forgetOccurrences } from '../occurrences/actions.ts'

/** Finds which of these occurrences must not be deleted yet. */
type Which = (reading: Reading, ids: readonly string[]) => Promise<ReadonlySet<string>>

export type StillNeeded = {
  /** Occurrences that are shown with their source. */
  shown: Which
  /** Occurrences of partly sent messages: their deliveries record which groups got it. */
  unfinished: Which
}

/**
 * Deletes deliveries that ended before the time that the operator keeps, and then their occurrences, in
 * slices. Unconfirmed and unfinished ones are kept, and those that are still needed.
 */
export async function forgetHistory(
  ctx: Context,
  stop: AbortSignal,
  stillNeeded: StillNeeded,
): Promise<void> {
  const before = after(ctx.clock.now(), -days(ctx.config.keepHistoryDays))
  const below = firstIdAt(before)
  let last: string | undefined = firstIdAt(fromEpoch(0))
  while (last && !stop.aborted) {
    const old = await findOldOccurrences(ctx, { after: last, below, before })
    const done = old.filter((one) => one.ended).map(({ id }) => id)
    const unfinished = await stillNeeded.unfinished(ctx, done)
    const ended = done.filter((id) => !unfinished.has(id))
    while (await ctx.transaction((tx) => store.forgetDeliveries(tx, ended))) {
      if (stop.aborted) return
    }
    const shown = await stillNeeded.shown(ctx, ended)
    const over = ended.filter((id) => !shown.has(id))
    await ctx.transaction((tx) => forgetOccurrences(tx, over))
    last = old.at(-1)?.id
  }
}

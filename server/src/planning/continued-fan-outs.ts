import { planDeliveries } from '../deliveries/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { isOutage } from '../platform/db/trouble.ts'
import { reasonOf } from '../platform/errors.ts'
import { originalTime, slotAfter } from '../schedule/rules.ts'
import { rowFailures } from './row-failures.ts'
import {
  BATCH_MAX,
  giveUpAgainAt,
  retryAt,
  sliceOf,
  SLICE_MAX,
  slotOf,
  spreadOut,
  windowMs,
} from './rules.ts'
import { sourceOf } from './sources.ts'
import * as store from './store.ts'
import { type FanOutRow, takeFanOuts } from './continued-fan-outs-store.ts'
import { clearFanOut, setBackFanOut } from '../occurrences/actions.ts'

/**
 * Writes the next slices of large fan-outs. One that fails is retried later, and the others continue. Returns
 * whether there may be more.
 */
export function continueFanOuts(ctx: Context): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    let left = SLICE_MAX
    let went = 0
    let last = ''
    let more = false
    const failed: { occurrence: FanOutRow; error: unknown }[] = []
    for (const occurrence of await takeFanOuts(tx, ctx.clock.now(), BATCH_MAX)) {
      // Lanes lock occurrences by id. Another order would deadlock.
      more = left <= 0 || occurrence.id < last
      if (more) break
      try {
        left -= await store.inSavepoint(tx, () => continueFanOut(ctx, tx, occurrence, left))
        last = occurrence.id
        went++
      } catch (error) {
        // A full disk is no fault of the fan-out: the transaction is rolled back and the next look starts
        // again.
        if (isOutage(error)) throw error
        if (!(error instanceof Stopped)) failed.push({ occurrence, error })
      }
    }
    for (const { occurrence, error } of rowFailures(failed, went)) {
      await setBack(ctx, tx, occurrence, reasonOf(error))
    }
    return more || left <= 0
  })
}

/** A person stopped it first: the slice is rolled back, and no other follows. */
class Stopped extends Error {}

/** Adds the next deliveries of one occurrence, at most `left`. Returns how many. */
async function continueFanOut(
  ctx: Context,
  tx: Tx,
  occurrence: FanOutRow,
  left: number,
): Promise<number> {
  const {
    id: occurrenceId,
    source,
    sourceId,
    slotAt,
    dueAt,
    decided,
    fanOutFrom,
    spec,
  } = occurrence
  const slot = spec && slotAt ? slotOf(spec, slotAt) : undefined
  const originalAt = slot ? originalTime(slot) : slotAt
  const due = {
    sourceId,
    occurrenceId,
    slotAt,
    originalAt,
    late: [],
    continued: { decided },
  }
  const answer = (await sourceOf(ctx, source).prepare(ctx, tx, [due])).get(sourceId)
  // If the source has nothing more to send, the fan-out ends here.
  const { posts, catchUpMs } = answer?.kind === 'send' ? answer : { posts: [], catchUpMs: 0 }
  const slice = sliceOf({ posts }, fanOutFrom, left)
  const deliveries = spec && slotAt ? spreadOut(spec, slotAt, slice.deliveries) : slice.deliveries
  // The same window as its first slice.
  const window = spec && slot ? windowMs(catchUpMs, slot, slotAfter(spec, slot.at)) : catchUpMs
  const next = { occurrenceId, dueAt, catchUpMs: window, ...slice, deliveries, from: fanOutFrom }
  if (!(await planDeliveries(ctx, tx, [next]))) throw new Stopped()
  if (occurrence.fanOutFailures > 0) await clearFanOut(tx, occurrenceId)
  return slice.deliveries.length
}

async function setBack(
  ctx: Context,
  tx: Tx,
  { id: occurrenceId, fanOutFailures }: FanOutRow,
  reason: string,
): Promise<void> {
  const now = ctx.clock.now()
  const failures = fanOutFailures + 1
  ctx.log.error(
    { occurrenceId, failures, reason },
    'The deliveries of a run could not be written; it is tried again later.',
  )
  const next = { failures, notBefore: retryAt(failures, now) }
  try {
    await store.inSavepoint(tx, () => setBackFanOut(ctx, tx, occurrenceId, next))
  } catch (error) {
    if (isOutage(error)) throw error
    ctx.log.error({ occurrenceId, reason: reasonOf(error) }, 'A fan-out could not be cut short.')
    // The other fan-outs do not wait for that.
    const later = { failures: fanOutFailures, notBefore: giveUpAgainAt(now) }
    await setBackFanOut(ctx, tx, occurrenceId, later)
  }
}

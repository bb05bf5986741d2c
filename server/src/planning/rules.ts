import { after, minutes, seconds } from '../platform/clock.ts'
import { WINDOW_MIN_MS } from '../deliveries/rules.ts'
import type { Prepared, SkipReason } from './port.ts'

/** Most schedules planned in one transaction: its locks are held for some 20 ms, and a crash repeats little. */
export const BATCH_MAX = 100

/** Most deliveries written in one transaction, so that a message to thousands delays nobody else's. */
export const SLICE_MAX = 2_000

/** How long to wait after each failure in a row; after the last one its source is paused. */
const BACK_OFF_MS = [seconds(1), seconds(5), seconds(15), minutes(1)]

/** When a schedule that could not be planned is tried again; undefined after the fifth failure. */
export function retryAt(failures: number, now: Date): Date | undefined {
  const wait = BACK_OFF_MS[failures - 1]
  return wait === undefined ? undefined : after(now, wait)
}

/** Why a slot is passed over as a whole, if it is. Waiting in a slow lane later is not late. */
export function whySkipped(prepared: Prepared, slotAt: Date, now: Date): SkipReason | undefined {
  if (prepared.kind === 'skip') return prepared.reason
  const window = Math.max(prepared.catchUpMs, WINDOW_MIN_MS)
  return after(slotAt, window) < now ? 'late' : undefined
}

/**
 * The next deliveries of what was prepared: at most `max`, after the `from` that exist already, and
 * where the slice after these goes on (null when there is none).
 */
export function sliceOf(prepared: Says, from: number, max: number) {
  const all = prepared.parts.flatMap(({ contentId, targets }, part) =>
    targets.map((target) => ({ part, contentId, ...target })),
  )
  const to = from + max
  return { deliveries: all.slice(from, to), next: to < all.length ? to : null }
}

type Says = Pick<Extract<Prepared, { kind: 'send' }>, 'parts'>

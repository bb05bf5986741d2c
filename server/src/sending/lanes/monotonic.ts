import { after, minutes, seconds, type Clock } from '../../platform/clock.ts'

/** Corrections of the clock up to this size are normal. */
const CORRECTED_MS = 100

/**
 * If the clock is set forward by more than this, the machine may have slept, so that time has really passed.
 */
const SET_MAX_MS = seconds(10)

/** No pace looks back further than this. */
const REMEMBERED_MS = minutes(1)

/**
 * The monotonic time of a process, in whole milliseconds since 1970. It ignores that the clock is set:
 * forward by some seconds no time has passed for the network, and backward all counted instants would be in
 * the future and would stop everything. One for each process, so that lanes can share it.
 */
export function monotonicTime(clock: Clock): () => number {
  let wall = clock.now().getTime()
  let steady = clock.steadyMs()
  let asideMs = 0
  return () => {
    const passedMs = clock.steadyMs() - steady
    const setMs = clock.now().getTime() - wall - passedMs
    wall = clock.now().getTime()
    steady = clock.steadyMs()
    // After this long nothing counted matters any more, and the difference may be mere drift.
    if (passedMs > REMEMBERED_MS + SET_MAX_MS) asideMs = 0
    else if (Math.abs(setMs) > CORRECTED_MS && setMs <= SET_MAX_MS) asideMs -= Math.round(setMs)
    return wall + asideMs
  }
}

/** Converts between monotonic time and the clock. */
export const clockConversion = (clock: Clock, now: () => number) => ({
  /** The clock's instant of a monotonic time. */
  toClock: (at: number): Date => after(clock.now(), Math.ceil(at - now())),
  /** The monotonic time of a stored instant. The clock is read first, so it is never too early. */
  toMonotonic(at: Date): number {
    const leftMs = at.getTime() - clock.now().getTime()
    return now() + leftMs
  },
})

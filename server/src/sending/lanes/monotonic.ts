import { after, minutes, type Clock } from '../../platform/clock.ts'

/** Corrections of the clock up to this size are normal. */
const CORRECTED_MS = 100

/** After this long without a call nothing counted matters any more: no pace looks back further than a minute. */
const FORGOTTEN_MS = minutes(1.2)

/**
 * The monotonic time of a process, in whole milliseconds since 1970. It goes on while the machine sleeps. It ignores that
 * the clock is set: forward no time has passed for the network, and backward all counted instants would be in the future
 * and would stop everything. One for each process, so that lanes can share it.
 */
export function monotonicTime(clock: Clock): () => number {
  let wall = clock.now().getTime()
  let steady = clock.steadyMs()
  let sleptMs = clock.sleptMs()
  let asideMs = 0

  /** How long the machine has slept since the last call. */
  function newlySlept() {
    const before = sleptMs
    sleptMs = clock.sleptMs()
    return sleptMs - before
  }

  return () => {
    const passedMs = clock.steadyMs() - steady
    const setMs = clock.now().getTime() - wall - passedMs
    wall = clock.now().getTime()
    steady = clock.steadyMs()
    if (Math.abs(setMs) > CORRECTED_MS) asideMs -= Math.round(setMs - newlySlept())
    // The difference may also be mere drift.
    if (passedMs > FORGOTTEN_MS) asideMs = 0
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

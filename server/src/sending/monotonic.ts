import { after, minutes, seconds, type Clock } from '../platform/clock.ts'

/** What a clock is corrected by without having been set. */
const CORRECTED_MS = 100

/** Put forward further than this it may be a machine that slept, which has let time pass. */
const SET_MAX_MS = seconds(10)

/** No pace looks further back. */
const REMEMBERED_MS = minutes(1)

/**
 * Time to keep a pace by, in whole milliseconds since 1970: it goes on evenly when the clock is put forward by
 * a few seconds, since no time has passed for the network then, and when it is put back, however far: what was
 * counted before would lie ahead otherwise, and hold everything until then. One for a process: its lanes
 * follow each other, and what one has learned holds for the next.
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
    // After so long without a look all that was counted is over, and a difference may be mere drift.
    if (passedMs > REMEMBERED_MS + SET_MAX_MS) asideMs = 0
    else if (Math.abs(setMs) > CORRECTED_MS && setMs <= SET_MAX_MS) asideMs -= Math.round(setMs)
    return wall + asideMs
  }
}

/** What an instant of that time is by the clock, as far as it knows now, and the other way round. */
export const byClock = (clock: Clock, now: () => number) => ({
  /** When it comes. */
  toClock: (at: number): Date => after(clock.now(), Math.ceil(at - now())),
  /** When in that time an instant is that somebody wrote down; the clock is asked first, so never too early. */
  toMonotonic(at: Date): number {
    const leftMs = at.getTime() - clock.now().getTime()
    return now() + leftMs
  },
})

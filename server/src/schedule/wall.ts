import type { SlotMark } from '@carillon/contract/schedule'
import { Temporal } from 'temporal-polyfill'

/** An instant that a wall-clock time names, in milliseconds after 1970, and what the clocks did to it. */
export type Named = { epochMs: number; mark?: SlotMark }

/**
 * The one rule for changing clocks (RFC 5545's): a wall time that does not exist moves forward by the
 * gap (02:30 becomes 03:30), one that comes twice means the first.
 */
export function onWallClock(local: string, timeZone: string): Named {
  const wall = Temporal.PlainDateTime.from(local)
  const first = wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  const epochMs = first.epochMilliseconds
  if (!first.toPlainDateTime().equals(wall)) return { epochMs, mark: 'gap_shifted' }
  const last = wall.toZonedDateTime(timeZone, { disambiguation: 'later' })
  return last.epochMilliseconds === epochMs ? { epochMs } : { epochMs, mark: 'overlap_first' }
}

/** The jump of the clocks that a wall time falls into: the times just before and just after it. */
export function gapAt(local: string, timeZone: string): { from: string; to: string } | undefined {
  if (onWallClock(local, timeZone).mark !== 'gap_shifted') return undefined
  const before = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, {
    disambiguation: 'earlier',
  })
  const jump = before.getTimeZoneTransition('next')
  if (!jump) return undefined
  const gap = { nanoseconds: jump.offsetNanoseconds - before.offsetNanoseconds }
  const to = jump.toPlainDateTime()
  return { from: minutesOf(to.subtract(gap)), to: minutesOf(to) }
}

const minutesOf = (wall: Temporal.PlainDateTime) => wall.toString({ smallestUnit: 'minute' })

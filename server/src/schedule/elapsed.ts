import type { RuleOf, Window } from '@carillon/contract/schedule/rule'
import {
  DAY_MS,
  dayAt,
  HORIZON,
  MINUTE_MS,
  minuteAt,
  minuteOf,
  wallOf,
  weekdayNamed,
  weekdayOf,
} from './calendar.ts'
import { type Candidate, onWallClock, periodAt, type Zone } from './wall.ts'

/**
 * The slots of an `every` rule from one instant to another: its anchor and every n units of elapsed time after it, if
 * inside the window. Their local time is what the clock shows then.
 */
export function* elapsed(
  rule: RuleOf<'every'>,
  zone: Zone,
  from: number,
  until = Infinity,
): Generator<Candidate> {
  const step = rule.n * (rule.unit === 'hour' ? 60 : 1) * MINUTE_MS
  const anchorWall = wallOf(rule.anchor)
  const anchor = onWallClock(anchorWall, zone)
  const opening = rule.window && openings(rule.window)
  let at = anchor.at + Math.max(0, Math.ceil((from - anchor.at) / step)) * step
  while (at <= until) {
    const { offset, to } = periodAt(at, zone)
    const wall = at + offset
    if (wall >= HORIZON * DAY_MS) return
    const opens = opening?.(wall) ?? wall
    if (opens === wall) {
      // Only the anchor is given as a local time, so a clock change may have moved it.
      yield at === anchor.at ? { ...anchor, wall: anchorWall } : { at, wall }
      at += step
    } else {
      // Skips to the opening of the window, or to the next clock change if that comes first.
      const next = Math.min(opens - offset, to)
      at += Math.max(1, Math.ceil((next - at) / step)) * step
    }
  }
}

/** When a window is open at or after a local time: that time itself if it is open. */
function openings(window: Window): (wall: number) => number {
  const [from, to] = [minuteOf(window.from), minuteOf(window.to)]
  const days = window.days && new Set(window.days.map(weekdayNamed))
  const opensOn = (day: number) => days?.has(weekdayOf(day)) ?? true
  return (wall) => {
    const [day, minute] = [dayAt(wall), minuteAt(wall)]
    const sinceToday = minute >= from && (minute < to || to < from) && opensOn(day)
    const sinceYesterday = to < from && minute < to && opensOn(day - 1)
    if (sinceToday || sinceYesterday) return wall
    let next = minute < from ? day : day + 1
    while (!opensOn(next)) next++
    return next * DAY_MS + from * MINUTE_MS
  }
}

import type { Schedule } from '@carillon/contract/schedule'
import { BEGINNING, DAY_MS, dayAt, dayOf, MINUTE_MS, minuteAt } from './calendar.ts'
import { type DayRule, daysOf } from './days.ts'
import { elapsed } from './elapsed.ts'
import {
  type Candidate,
  changedBefore,
  dawnOf,
  offsetOn,
  onWallClock,
  periodAt,
  wallsAt,
  type Zone,
  zoneOf,
} from './wall.ts'

/**
 * The slots of a schedule's rule at or after an instant, from its start to its end, in order, each instant once. Skips,
 * moves and blackouts are not applied.
 */
export function* ruleSlots(schedule: Schedule, from: number): Generator<Candidate> {
  const { ends } = schedule
  if (!ends || 'on' in ends) return yield* uncounted(schedule, from)
  const last = lastOf(schedule, ends.after)
  for (const slot of uncounted(schedule, from)) {
    if (slot.at > last) return
    yield slot
  }
}

/**
 * The slot of a rule at exactly this instant, if there is one. It is computed directly, without the slots before it,
 * because it is needed for each of up to a thousand exceptions.
 */
export function slotNamed(schedule: Schedule, at: number): Candidate | undefined {
  const { rule, ends } = schedule
  const zone = zoneOf(schedule.timeZone)
  const { first, last } = daysWithin(schedule)
  if (ends && 'after' in ends && at > lastOf(schedule, ends.after)) return undefined
  if (rule.kind === 'every') {
    const [slot] = elapsed(rule, zone, at, at)
    const day = slot && dayAt(slot.wall)
    return day !== undefined && day >= first && day <= last ? slot : undefined
  }
  for (const wall of wallsAt(at, zone)) {
    const day = dayAt(wall)
    if (day < first || day > last) continue
    const [named] = daysOf(rule, countedFrom(first), day, day)
    if (wall % MINUTE_MS === 0 && named?.minutes.includes(minuteAt(wall)))
      return { wall, ...onWallClock(wall, zone) }
  }
  return undefined
}

/** The same, without an end that counts slots. */
function* uncounted(schedule: Schedule, from: number): Generator<Candidate> {
  const { rule, starts } = schedule
  const zone = zoneOf(schedule.timeZone)
  const { first, last } = daysWithin(schedule)
  const begin = starts === undefined ? from : Math.max(from, dawnOf(first, zone))
  if (rule.kind !== 'every') return yield* onDays(rule, zone, { first, last }, begin)
  for (const slot of elapsed(rule, zone, begin)) {
    // If midnight comes twice, a minute after it may be on the day before again.
    const day = dayAt(slot.wall)
    if (day > last + 1) return
    if (day >= first && day <= last) yield slot
  }
}

type Days = { first: number; last: number }

/** The first and the last day of a schedule. */
function daysWithin({ starts, ends }: Schedule): Days {
  const first = starts === undefined ? -Infinity : dayOf(starts)
  const last = ends && 'on' in ends ? dayOf(ends.on) : Infinity
  return { first, last }
}

const wallOn = (day: number, minute: number) => day * DAY_MS + minute * MINUTE_MS

/** The day that weeks, days and months count from. */
const countedFrom = (first: number) => (Number.isFinite(first) ? first : 0)

function* onDays(
  rule: DayRule,
  zone: Zone,
  { first, last }: Days,
  from: number,
): Generator<Candidate> {
  const period = periodAt(from, zone)
  const today = dayAt(from + period.offset)
  // A time that does not exist may have moved here from two days ago (Samoa, 2011).
  const begin = Math.max(changedBefore(from, period) ? today - 2 : today, first)
  let waiting: Candidate[] = []
  for (const { day, minutes } of daysOf(rule, countedFrom(first), begin, last)) {
    const offset = waiting.length === 0 ? offsetOn(day, zone) : undefined
    if (offset !== undefined) {
      // The usual case. A rule may have a slot each minute, so slots are computed only when they are requested.
      for (const minute of minutes) {
        const wall = wallOn(day, minute)
        if (wall - offset >= from) yield { wall, at: wall - offset }
      }
      continue
    }
    waiting = inOrder(
      waiting,
      minutes.map((minute) => {
        const wall = wallOn(day, minute)
        return { wall, ...onWallClock(wall, zone) }
      }),
    )
    // A time that a clock change moved forward may come after later times, so they are sorted first.
    const dawn = dawnOf(day + 1, zone)
    let sure = 0
    for (const slot of waiting) {
      if (slot.at >= dawn) break
      if (slot.at >= from) yield slot
      sure++
    }
    waiting = waiting.slice(sure)
  }
  yield* waiting.filter((slot) => slot.at >= from)
}

/** Sorted by instant. Of two slots at the same instant it keeps the one that was not shifted. */
function inOrder(waiting: Candidate[], more: Candidate[]): Candidate[] {
  if (waiting.length === 0 && more.every((slot) => slot.mark !== 'gap_shifted')) return more
  const sorted = [...waiting, ...more].toSorted(
    (a, b) => a.at - b.at || Number(isShifted(a)) - Number(isShifted(b)),
  )
  return sorted.filter((slot, n) => slot.at !== sorted[n - 1]?.at)
}

const isShifted = (slot: Candidate) => slot.mark === 'gap_shifted'

// The last instant of a rule that ends after n slots, for rules that were asked about before: a planner
// asks after every slot, and counting ten thousand each time would take a millisecond.
const knownEnds = new Map<string, number>()

/** Most ends that are remembered: a few hundred bytes each. */
const ENDS_MAX = 2_000

function lastOf(schedule: Schedule, after: number): number {
  const { timeZone, rule, starts } = schedule
  const key = JSON.stringify([timeZone, rule, starts, after])
  const known = knownEnds.get(key)
  if (known !== undefined) return known

  let last = Infinity
  let count = 0
  for (const { at } of uncounted(schedule, BEGINNING)) {
    last = at
    if (++count === after) break
  }
  if (knownEnds.size >= ENDS_MAX) knownEnds.clear()
  knownEnds.set(key, last)
  return last
}

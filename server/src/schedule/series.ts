import type { Schedule } from '@carillon/contract/schedule'
import { BEGINNING, dayAt, dayOf } from './calendar.ts'
import { type DayRule, daysOf } from './days.ts'
import { elapsed } from './elapsed.ts'
import { type Candidate, dawnOf, onWallClock, readAt, type Zone, zoneOf } from './wall.ts'

/**
 * The slots of a schedule's rule at or after an instant, from its start to its end, in order, each
 * instant once; whatever is skipped, moved or blacked out is still among them.
 */
export function* series(schedule: Schedule, from: number): Generator<Candidate> {
  const { ends } = schedule
  if (!ends || 'on' in ends) return yield* uncounted(schedule, from)
  const last = lastOf(schedule, ends.after)
  for (const slot of uncounted(schedule, from)) {
    if (slot.at > last) return
    yield slot
  }
}

/** Whether a rule names this instant. */
export const names = (schedule: Schedule, at: number): boolean =>
  series(schedule, at).next().value?.at === at

/** The same, without an end that counts slots. */
function* uncounted(schedule: Schedule, from: number): Generator<Candidate> {
  const { rule, starts, ends } = schedule
  const zone = zoneOf(schedule.timeZone)
  const first = starts === undefined ? -Infinity : dayOf(starts)
  const last = ends && 'on' in ends ? dayOf(ends.on) : Infinity
  const begin = starts === undefined ? from : Math.max(from, dawnOf(first, zone))
  if (rule.kind !== 'every') return yield* onDays(rule, zone, { first, last }, begin)
  for (const slot of elapsed(rule, zone, begin)) {
    // Where midnight comes twice, a minute after it may be yesterday again.
    const day = dayAt(slot.wall)
    if (day > last + 1) return
    if (day >= first && day <= last) yield slot
  }
}

type Days = { first: number; last: number }

function* onDays(
  rule: DayRule,
  zone: Zone,
  { first, last }: Days,
  from: number,
): Generator<Candidate> {
  // A time that does not exist may have moved here from two days ago (Samoa, 2011).
  const begin = Math.max(dayAt(readAt(from, zone)) - 2, first)
  const counted = Number.isFinite(first) ? first : 0
  let waiting: Candidate[] = []
  for (const { day, walls } of daysOf(rule, counted, begin)) {
    if (day > last) break
    waiting = inOrder(
      waiting,
      walls.map((wall) => ({ wall, ...onWallClock(wall, zone) })),
    )
    // A time that moved forward waits for those after it.
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

/** By instant; of those that fall together one stays, rather the one that the wall shows then. */
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
const ends = new Map<string, number>()

/** Most ends that are remembered: a few hundred bytes each. */
const ENDS_MAX = 2_000

function lastOf(schedule: Schedule, after: number): number {
  const { timeZone, rule, starts } = schedule
  const key = JSON.stringify([timeZone, rule, starts, after])
  const known = ends.get(key)
  if (known !== undefined) return known

  let last = Infinity
  let count = 0
  for (const { at } of uncounted(schedule, BEGINNING)) {
    last = at
    if (++count === after) break
  }
  if (ends.size >= ENDS_MAX) ends.clear()
  ends.set(key, last)
  return last
}

import type { Schedule } from '@carillon/contract/schedule'
import { dateOf, dayAt, dayOf, localOf, wallOf } from './calendar.ts'
import { ruleSlots, slotNamed } from './rule-slots.ts'
import { type Candidate, dawnOf, movedTo, onWallClock, type Zone, zoneOf } from './wall.ts'

/** A slot; `movedFrom` is the slot of the rule that was moved there. */
export type ScheduledSlot = Candidate & { movedFrom?: Candidate }
type Moved = Candidate & { movedFrom: Candidate }

/**
 * The slots at or after an instant, with skips, moves and blackouts applied. An exception names its slot by local time,
 * with the same rule for clock changes: slots at the same instant are skipped together.
 */
export function* slotsWithExceptions(schedule: Schedule, from: number): Generator<ScheduledSlot> {
  const { skips = [], moves = [], blackouts = [] } = schedule
  if (skips.length + moves.length + blackouts.length === 0) return yield* ruleSlots(schedule, from)

  const zone = zoneOf(schedule.timeZone)
  const { gone, moved } = exceptionsOf(schedule, zone)
  let next = moved.findIndex((slot) => slot.at >= from)
  if (next < 0) next = moved.length
  for (const slot of outsideBlackouts(schedule, zone, from)) {
    if (gone.has(slot.at)) continue
    for (; next < moved.length && moved[next]!.at < slot.at; next++) yield moved[next]!
    // A slot moved to the instant of another slot is merged with it.
    if (moved[next]?.at === slot.at) next++
    yield slot
  }
  yield* moved.slice(next)
}

/** The slot at exactly this instant, ignoring single skips and moves. */
export function unchangedSlot(schedule: Schedule, at: number): Candidate | undefined {
  const slot = slotNamed(schedule, at)
  const date = slot && dateOf(dayAt(slot.wall))
  const isBlackedOut = schedule.blackouts?.some(
    (days) => date && days.from <= date && date <= days.to,
  )
  return isBlackedOut ? undefined : slot
}

/**
 * The local times of slots that are moved to the time of another slot: the two would become one, and one of them would
 * never be sent.
 */
export function movedOntoAnother(schedule: Schedule): string[] {
  const { gone, allMoved } = exceptionsOf(schedule, zoneOf(schedule.timeZone))
  return allMoved.flatMap(({ at, movedFrom }, n) => {
    const isTaken = allMoved[n - 1]?.at === at || (!gone.has(at) && unchangedSlot(schedule, at))
    return isTaken ? [localOf(movedFrom.wall)] : []
  })
}

/**
 * The local times of slots whose moves must be undone, so that no two slots have the same time. These are the slots
 * that are moved to the time of another slot. A slot whose move is undone has its own time again: if another slot was
 * moved to that time, its move must be undone as well.
 */
export function movesToUndo(schedule: Schedule): ReadonlySet<string> {
  const zone = zoneOf(schedule.timeZone)
  const byTime = Map.groupBy(schedule.moves ?? [], ({ to }) => at(to, zone))
  const found = new Set(movedOntoAnother(schedule))
  // The loop also visits what is added to the set while it runs.
  for (const back of found) {
    for (const { from } of byTime.get(at(back, zone)) ?? []) found.add(from)
  }
  return found
}

/** The single skipped slots within [from, to), in the order they are listed. */
export function* skippedCandidates(
  schedule: Schedule,
  from: number,
  to: number,
): Generator<Candidate> {
  const zone = zoneOf(schedule.timeZone)
  for (const local of schedule.skips ?? []) {
    const instant = at(local, zone)
    const slot = instant >= from && instant < to && unchangedSlot(schedule, instant)
    if (slot) yield slot
  }
}

type Exceptions = {
  /** The instants that are skipped, or moved to another time. */
  gone: ReadonlySet<number>
  /** The moved slots, sorted by the instant they were moved to. */
  allMoved: readonly Moved[]
  /** The same, each instant once. */
  moved: readonly Moved[]
}

// Cached: reading a thousand exceptions takes some milliseconds, and a calendar needs them for each day.
const exceptionsCache = new WeakMap<Schedule, Exceptions>()

function exceptionsOf(schedule: Schedule, zone: Zone): Exceptions {
  const before = exceptionsCache.get(schedule)
  if (before) return before
  const { skips = [], moves = [] } = schedule
  const gone = new Set([...skips, ...moves.map((move) => move.from)].map((on) => at(on, zone)))
  const allMoved = movedSlots(schedule, zone)
  const moved = allMoved.filter((slot, n) => slot.at !== allMoved[n - 1]?.at)
  const exceptions = { gone, allMoved, moved }
  exceptionsCache.set(schedule, exceptions)
  return exceptions
}

function movedSlots(schedule: Schedule, zone: Zone): Moved[] {
  const slots = (schedule.moves ?? []).flatMap((move): Moved[] => {
    const wall = wallOf(move.to)
    const to = onWallClock(wall, zone)
    const movedFrom = { wall: wallOf(move.from), ...onWallClock(wallOf(move.from), zone) }
    return slotNamed(schedule, movedFrom.at) ? [{ wall, ...to, movedFrom }] : []
  })
  return slots.toSorted((a, b) => a.at - b.at)
}

/** The slots of the rule outside of all blackouts. */
function* outsideBlackouts(schedule: Schedule, zone: Zone, from: number): Generator<Candidate> {
  const dark = (schedule.blackouts ?? []).map((days) => [dayOf(days.from), dayOf(days.to)] as const)
  if (dark.length === 0) return yield* ruleSlots(schedule, from)

  let begin: number | undefined = from
  while (begin !== undefined) {
    const since: number = begin
    begin = undefined
    for (const slot of ruleSlots(schedule, since)) {
      const day = dayAt(slot.wall)
      const within = dark.find(([first, last]) => first <= day && day <= last)
      if (!within) {
        yield slot
        continue
      }
      // Straight to its end, however often the rule fires until then; but a slot from before it, which
      // the clocks jumped over, may still come.
      const end = dawnOf(within[1] + 1, zone)
      if (end > slot.at && !movedTo(slot.at, zone)) {
        begin = end
        break
      }
    }
  }
}

const at = (local: string, zone: Zone) => onWallClock(wallOf(local), zone).at

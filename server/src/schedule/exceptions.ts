import type { Schedule } from '@carillon/contract/schedule'
import { dayAt, dayOf, wallOf } from './calendar.ts'
import { names, series } from './series.ts'
import { type Candidate, dawnOf, onWallClock, type Zone, zoneOf } from './wall.ts'

/** A slot, with the one of the rule that was moved there. */
export type Kept = Candidate & { movedFrom?: Candidate }

/**
 * The slots at or after an instant once single ones are skipped and moved, and blackouts left out. An
 * exception names its slot by the wall clock, under the same rule for its changes: whatever fell
 * together is skipped together.
 */
export function* kept(schedule: Schedule, from: number): Generator<Kept> {
  const { skips = [], moves = [], blackouts = [] } = schedule
  if (skips.length + moves.length + blackouts.length === 0) return yield* series(schedule, from)

  const zone = zoneOf(schedule.timeZone)
  const gone = new Set([...skips, ...moves.map((move) => move.from)].map((on) => at(on, zone)))
  const moved = movedSlots(schedule, zone, from)
  let next = 0
  for (const slot of lit(schedule, zone, from)) {
    if (gone.has(slot.at)) continue
    for (; next < moved.length && moved[next]!.at < slot.at; next++) yield moved[next]!
    // What was moved onto another slot is one with it.
    if (moved[next]?.at === slot.at) next++
    yield slot
  }
  yield* moved.slice(next)
}

/** What was moved to a time at or after `from`, by instant, each once. */
function movedSlots(schedule: Schedule, zone: Zone, from: number): Kept[] {
  const slots = (schedule.moves ?? []).flatMap((move): Kept[] => {
    const wall = wallOf(move.to)
    const to = onWallClock(wall, zone)
    const movedFrom = { wall: wallOf(move.from), ...onWallClock(wallOf(move.from), zone) }
    const stands = to.at >= from && names(schedule, movedFrom.at)
    return stands ? [{ wall, ...to, movedFrom }] : []
  })
  const sorted = slots.toSorted((a, b) => a.at - b.at)
  return sorted.filter((slot, n) => slot.at !== sorted[n - 1]?.at)
}

/** The slots of the rule outside of all blackouts. */
function* lit(schedule: Schedule, zone: Zone, from: number): Generator<Candidate> {
  const dark = (schedule.blackouts ?? []).map((days) => [dayOf(days.from), dayOf(days.to)] as const)
  if (dark.length === 0) return yield* series(schedule, from)

  let begin: number | undefined = from
  while (begin !== undefined) {
    const since: number = begin
    begin = undefined
    for (const slot of series(schedule, since)) {
      const day = dayAt(slot.wall)
      const within = dark.find(([first, last]) => first <= day && day <= last)
      if (!within) {
        yield slot
      } else if (day >= within[0] + 2 && day < within[1]) {
        // Straight to its end, however often the rule fires until then. Not in its first two days:
        // where the clocks skip a day, a slot from before may still come.
        begin = dawnOf(within[1] + 1, zone)
        break
      }
    }
  }
}

const at = (local: string, zone: Zone) => onWallClock(wallOf(local), zone).at

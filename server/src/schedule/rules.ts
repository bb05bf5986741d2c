import type { Schedule, SlotMark } from '@carillon/contract/schedule'
import { fromEpoch } from '../platform/clock.ts'
import { gapAt, onWallClock } from './wall.ts'

/** One instant that a schedule names, with the wall-clock time it was named by. */
export type Slot = { at: Date; local: string; mark?: SlotMark }

/**
 * The slots of a schedule at or after `from`, in order, each instant once. The planner, previews and
 * the calendar all read this one function: what is shown is what happens.
 */
export function* slots(schedule: Schedule, from: Date): Generator<Slot, void, undefined> {
  let last = Number.NEGATIVE_INFINITY
  for (const slot of candidates(schedule)) {
    const at = slot.at.getTime()
    if (at < from.getTime() || at === last) continue
    last = at
    yield slot
  }
}

/** The first slot at or after `from`; none when the schedule has ended. */
export function nextSlot(schedule: Schedule, from: Date): Slot | undefined {
  return slots(schedule, from).next().value ?? undefined
}

/** The first slot later than `slot`. */
export function slotAfter(schedule: Schedule, slot: Date): Slot | undefined {
  return nextSlot(schedule, fromEpoch(slot.getTime() + 1))
}

/** The rule as people say it, in English: `on 1 December 2026 at 09:00 (Europe/Berlin)`. */
export function words({ rule, timeZone }: Schedule): string {
  if (rule.kind !== 'once') return `repeatedly (${timeZone})`
  return `on ${dayWords(rule.at)} at ${rule.at.slice(11)} (${timeZone})`
}

/**
 * Why a single time cannot be meant: that night the clocks jump over it. Series accept such a time,
 * since there it is one night of many; a single message deserves a time its writer has chosen.
 */
export function gapWords({ rule, timeZone }: Schedule): string | undefined {
  if (rule.kind !== 'once') return undefined
  const gap = gapAt(rule.at, timeZone)
  if (!gap) return undefined
  const sameDay = gap.from.slice(0, 10) === gap.to.slice(0, 10)
  return sameDay
    ? `On this night the clock jumps from ${gap.from.slice(11)} to ${gap.to.slice(11)}; choose another time.`
    : `This time does not exist in ${timeZone}: the clock jumps from ${dayWords(gap.from)}, ${gap.from.slice(11)}, to ${dayWords(gap.to)}, ${gap.to.slice(11)}; choose another time.`
}

/**
 * Every slot of the rule in the order of time. A series will yield day by day from a little before
 * `from`, each day sorted by instant, since a time moved out of a gap passes those after the gap.
 */
function* candidates({ rule, timeZone }: Schedule): Generator<Slot> {
  if (rule.kind === 'once') yield named(rule.at, timeZone)
}

function named(local: string, timeZone: string): Slot {
  const { epochMs, mark } = onWallClock(local, timeZone)
  return { at: fromEpoch(epochMs), local, ...(mark ? { mark } : {}) }
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

const dayWords = (local: string) =>
  `${Number(local.slice(8, 10))} ${MONTHS[Number(local.slice(5, 7)) - 1]} ${local.slice(0, 4)}`

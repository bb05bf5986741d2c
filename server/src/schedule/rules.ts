import type { Schedule, SlotMark } from '@carillon/contract/schedule'
import { fromEpoch } from '../platform/clock.ts'
import { dateOf, dayAt, localOf } from './calendar.ts'
import {
  slotsWithExceptions,
  type ScheduledSlot,
  skippedSlots,
  unchangedSlot,
} from './exceptions.ts'
import { readAt, zoneOf } from './wall.ts'

// What other rooms may know of schedules: this room shows itself through this file alone.
export { checkRule, checkSchedule, PASSED, removeUnmatchedExceptions } from './checks.ts'
export { movedOntoAnother, movesToUndo } from './exceptions.ts'
export { draw, drawOf, dueAt, spreadMs } from './draw.ts'
export { gapWords, words } from './words.ts'

/** One instant that a schedule names, with the wall-clock time it was named by. */
export type Slot = {
  at: Date
  /** In a gap of the clocks the time that does not exist; `at` is then the one it moved to. */
  local: string
  mark?: SlotMark
  /** The slot of the rule that somebody moved here. */
  movedFrom?: { at: Date; local: string }
}

/** A schedule as it is kept: what it counts from and draws from is fixed. */
export type FixedSchedule = Schedule & { starts: string; seed: number }

/**
 * The slots of a schedule at or after `from`, in order, each instant once. The planner, previews and
 * the calendar all read this one function: what is shown is what happens. Nothing is named after 2199.
 */
export function* slots(schedule: Schedule, from: Date): Generator<Slot, void, undefined> {
  for (const slot of slotsWithExceptions(schedule, from.getTime())) yield slotOf(slot)
}

/** The first `count` slots at or after `from`; `count` is 1 or more. */
export function firstSlots(schedule: Schedule, from: Date, count: number): Slot[] {
  const found: Slot[] = []
  for (const slot of slots(schedule, from)) {
    if (found.push(slot) >= count) break
  }
  return found
}

/** The first slot at or after `from`; none when the schedule has ended. */
export function nextSlot(schedule: Schedule, from: Date): Slot | undefined {
  return slots(schedule, from).next().value ?? undefined
}

/** The first slot later than `slot`. */
export function slotAfter(schedule: Schedule, slot: Date): Slot | undefined {
  return nextSlot(schedule, fromEpoch(slot.getTime() + 1))
}

/** The slot that would come at exactly this instant, were none skipped or moved one by one. */
export function ruleSlot(schedule: Schedule, at: Date): Slot | undefined {
  const slot = unchangedSlot(schedule, at.getTime())
  return slot && slotOf(slot)
}

/** The slots within [from, to) that are left out one by one, in the order they were named. */
export function* leftOut(schedule: Schedule, from: Date, to: Date): Generator<Slot> {
  for (const slot of skippedSlots(schedule, from.getTime(), to.getTime())) yield slotOf(slot)
}

/** An instant as a slot, by the clocks of the schedule's zone, whether its rule names it or not. */
export function slotAt({ timeZone }: Pick<Schedule, 'timeZone'>, at: Date): Slot {
  return { at, local: localOf(readAt(at.getTime(), zoneOf(timeZone))) }
}

/** The instant that the rule gave a slot, by which people name it, wherever it was moved. */
export const namedTime = ({ at, movedFrom }: Pick<Slot, 'at' | 'movedFrom'>): Date =>
  movedFrom?.at ?? at

/** The day of a wall-clock time, as `2026-11-23`. */
export const dayOf = ({ local }: Pick<Slot, 'local'>): string => local.slice(0, 10)

/** The day of an instant in a zone, as `2026-11-23`. */
export const localDay = (timeZone: string, at: Date): string => dayOf(slotAt({ timeZone }, at))

/**
 * Fixes what a schedule leaves open, to be kept with it: it starts today in its zone, or with the first
 * date it lists should that have passed, and draws from `fraction`, a random number in [0, 1). What it
 * says already stays.
 */
export function fixSchedule(schedule: Schedule, now: Date, fraction: number): FixedSchedule {
  const { timeZone, rule } = schedule
  const today = dateOf(dayAt(readAt(now.getTime(), zoneOf(timeZone))))
  const listed = rule.kind === 'once' ? [rule.at] : rule.kind === 'dates' ? rule.at : []
  const [first = today] = [today, ...listed.map((local) => local.slice(0, 10))].toSorted()
  const { starts = first, seed = Math.floor(fraction * 2 ** 32) } = schedule
  return { ...schedule, starts, seed }
}

function slotOf({ at, wall, mark, movedFrom }: ScheduledSlot): Slot {
  return {
    at: fromEpoch(at),
    local: localOf(wall),
    ...(mark ? { mark } : {}),
    ...(movedFrom
      ? { movedFrom: { at: fromEpoch(movedFrom.at), local: localOf(movedFrom.wall) } }
      : {}),
  }
}

import type { Schedule, SlotMark } from '@carillon/contract/schedule'
import { fromEpoch } from '../platform/clock.ts'
import { dateOf, dayAt, localOf } from './calendar.ts'
import {
  slotsWithExceptions,
  type ScheduledSlot,
  skippedCandidates,
  unchangedSlot,
} from './exceptions.ts'
import { readAt, zoneOf } from './wall.ts'

// The interface of this room: other rooms import only this file.
export { checkRule, checkSchedule, PASSED, removeUnmatchedExceptions } from './checks.ts'
export { movedOntoAnother, movesToUndo } from './exceptions.ts'
export { draw, drawOf, dueAt, spreadMs } from './draw.ts'
export { gapWords, words } from './words.ts'

/** One instant of a schedule, with its local time. */
export type Slot = {
  at: Date
  /** In a clock gap this is the time that does not exist; `at` is then the instant it moved to. */
  local: string
  mark?: SlotMark
  /** The slot of the rule that somebody moved here. */
  movedFrom?: { at: Date; local: string }
}

/** A schedule as it is stored: its start and its seed are set. */
export type CompleteSchedule = Schedule & { starts: string; seed: number }

/**
 * The slots of a schedule at or after `from`, in order, each instant once. The planner, previews and the calendar all
 * use this function, so what is shown is what happens. There are no slots after 2199.
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

/** The first slot at or after `from`; undefined if the schedule has ended. */
export function nextSlot(schedule: Schedule, from: Date): Slot | undefined {
  return slots(schedule, from).next().value ?? undefined
}

/** The first slot later than `slot`. */
export function slotAfter(schedule: Schedule, slot: Date): Slot | undefined {
  return nextSlot(schedule, fromEpoch(slot.getTime() + 1))
}

/** The slot at exactly this instant, ignoring single skips and moves. */
export function ruleSlot(schedule: Schedule, at: Date): Slot | undefined {
  const slot = unchangedSlot(schedule, at.getTime())
  return slot && slotOf(slot)
}

/** The single skipped slots within [from, to), in the order they are listed. */
export function* skippedSlots(schedule: Schedule, from: Date, to: Date): Generator<Slot> {
  for (const slot of skippedCandidates(schedule, from.getTime(), to.getTime())) yield slotOf(slot)
}

/** An instant as a slot, with the local time of the schedule's zone, even if the rule has no slot there. */
export function slotAt({ timeZone }: Pick<Schedule, 'timeZone'>, at: Date): Slot {
  return { at, local: localOf(readAt(at.getTime(), zoneOf(timeZone))) }
}

/** The instant that the rule gave a slot, even if the slot was moved. It identifies the slot. */
export const originalTime = ({ at, movedFrom }: Pick<Slot, 'at' | 'movedFrom'>): Date =>
  movedFrom?.at ?? at

/** The day of a wall-clock time, as `2026-11-23`. */
export const dayOf = ({ local }: Pick<Slot, 'local'>): string => local.slice(0, 10)

/** The day of an instant in a zone, as `2026-11-23`. */
export const localDay = (timeZone: string, at: Date): string => dayOf(slotAt({ timeZone }, at))

/**
 * Sets the start and the seed of a schedule if it has none. It starts today in its zone, or with the first date it lists
 * if that has passed; the seed comes from `fraction`, a random number in [0, 1).
 */
export function completeSchedule(
  schedule: Schedule,
  now: Date,
  fraction: number,
): CompleteSchedule {
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

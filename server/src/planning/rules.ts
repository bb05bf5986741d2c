import type { Schedule } from '@carillon/contract/schedule'
import { WINDOW_MIN_MS } from '../deliveries/rules.ts'
import { after, days, hours, instant, latest, minutes, seconds } from '../platform/clock.ts'
import { dueAt, nextSlot, slotAt, slots, spreadMs, type Slot } from '../schedule/rules.ts'
import type { Prepared, SkipReason } from './port.ts'
import type { SchedulesTable } from './tables.ts'

/**
 * How long before its slot an occurrence is made. The lanes hold the deliveries until the slot, so that a
 * thousand of one instant are all ready. What is changed within this time is too late.
 */
export const LEAD_MS = seconds(1)

/**
 * The most schedules in one transaction: its locks are held for about 0.2 s on two busy cores (measured
 * 2026-11, five groups each), and a crash repeats little.
 */
export const BATCH_MAX = 200

/** The first batch is smaller, so that the first of many due schedules are sent early. */
export const FIRST_BATCH = 25

/** The most deliveries written in one transaction, so that a large fan-out delays nobody else. */
export const SLICE_MAX = 2_000

/** How many late slots of one schedule are recorded in one transaction; the next transaction continues. */
const LATE_SLICE = 50

/** Older missed slots are not recorded one by one, because nobody looks for them any more. */
const LATE_KEPT_MS = days(7)

/** The delay after each failure in a row; after the last one the source is paused. */
const BACK_OFF_MS = [seconds(1), seconds(5), seconds(15), minutes(1)]

/** When to look again at a slot that waits for the end of the one before it. */
const OVERLAP_AGAIN_MS = seconds(2)

/** How long to wait when giving up a schedule (it is paused) or a fan-out (it is cut short) has failed itself. */
const GIVE_UP_AGAIN_MS = minutes(1)

/** When a schedule that could not be planned is tried again; undefined after the fifth failure. */
export function retryAt(failures: number, now: Date): Date | undefined {
  const wait = BACK_OFF_MS[failures - 1]
  return wait === undefined ? undefined : after(now, wait)
}

/** When to try again to give it up. */
export const giveUpAgainAt = (now: Date) => after(now, GIVE_UP_AGAIN_MS)

/**
 * How long schedules that were computed with newer time zone data are left to processes that have this data.
 */
const NEWER_FIRST_MS = seconds(5)

/** A slot that was due before this time and is not planned: no process with newer data exists, so any process plans it. */
export const planAnywayBefore = (now: Date) => after(now, -NEWER_FIRST_MS)

export const overlapAgainAt = (now: Date) => after(now, OVERLAP_AGAIN_MS)

/** Why a slot has waited. */
export type Waited = { kind: 'overlap' } | { kind: 'pause'; until: Date }

/** Why a schedule waits; undefined if it does not wait. */
export function waitedFor({ waitsFor, notBefore }: PutOff): Waited | undefined {
  if (!waitsFor || !notBefore) return undefined
  return waitsFor === 'pause' ? { kind: 'pause', until: notBefore } : { kind: 'overlap' }
}

type PutOff = Pick<SchedulesTable, 'waitsFor' | 'notBefore'>

/** Why a slot is skipped in favor of a newer one. */
export const whyReplacedByNewer = ({ at }: Slot, waited: Waited | undefined): SkipReason =>
  waited?.kind === 'overlap' ? 'overlap' : waited && at < waited.until ? 'paused' : 'late'

/**
 * When a slot is due after it has waited: when the wait ends. Waiting for the slot before it may take any
 * time, because its source asked for that.
 */
export const dueAfter = (dueAt: Date, waited: Waited | undefined, now: Date): Date =>
  latest(dueAt, waited?.kind === 'overlap' ? now : (waited?.until ?? dueAt))

/** Clocks never change by more than this: Samoa once left out a day. */
const CLOCKS_CHANGE_MAX_MS = hours(26)

/**
 * The next slot of a schedule that was computed with other time zone data: the slot that has the same local
 * time now, or the first one after it. So no slot is lost, and a slot that was planned at its earlier instant
 * is not planned again.
 */
export function readAnew(
  spec: Schedule,
  { nextSlotAt, nextLocal }: { nextSlotAt: Date; nextLocal: string | null },
): Slot {
  const same = nextSlot(spec, nextSlotAt)
  if (nextLocal === null) return same ?? slotAt(spec, nextSlotAt)
  // An interval in elapsed time continues from the instant; its local time does not identify a slot.
  const named = spec.rule.kind === 'every' || same?.local === nextLocal
  if (named && same?.at.getTime() === nextSlotAt.getTime()) return same
  // An older program has moved it on and does not store local times: this is the local time of another slot.
  if (!isNameOf(spec, nextLocal, nextSlotAt)) return same ?? slotAt(spec, nextSlotAt)
  for (const slot of slots(spec, after(nextSlotAt, -CLOCKS_CHANGE_MAX_MS))) {
    if (slot.local >= nextLocal) return slot
  }
  // The slot was announced, so it is sent or recorded, although the rule no longer contains it.
  return slotAt(spec, nextSlotAt)
}

/** Whether a slot at this instant may have had this local time before clocks changed. */
function isNameOf(spec: Schedule, local: string, at: Date): boolean {
  const apart = wallTime(local) - wallTime(slotAt(spec, at).local)
  return Math.abs(apart) <= CLOCKS_CHANGE_MAX_MS
}

const wallTime = (local: string) => instant(`${local}Z`).getTime()

/** The due slots of one schedule. */
export type DueSlots = {
  /** Too old because a newer one is due: oldest first. */
  late: Slot[]
  /** The newest one; undefined while there are more late ones than one transaction records. */
  slot: Slot | undefined
  /** The next slot after these. */
  next: Slot | undefined
}

/**
 * The due slots of a schedule until an instant. After an outage only the latest one may still be sent. A due
 * schedule always yields a slot, to send or to record as late, unless new time zone data moves it to later.
 */
export function dueSlots(spec: Schedule, nextSlotAt: Date, until: Date): DueSlots {
  const due = dueSince(spec, latest(nextSlotAt, after(until, -LATE_KEPT_MS)), until)
  if (due.slot || due.late.length > 0) return due
  const promised = nextSlot(spec, nextSlotAt)
  // The zone may have changed its clocks since, so that the rule gives an earlier instant: it is sent now.
  if (!promised) return { ...due, slot: slotAt(spec, nextSlotAt) }
  return promised.at <= until ? { ...due, slot: promised } : due
}

function dueSince(spec: Schedule, since: Date, until: Date): DueSlots {
  const late: Slot[] = []
  let slot: Slot | undefined
  for (const one of slots(spec, since)) {
    if (one.at > until) return { late, slot, next: one }
    if (late.length === LATE_SLICE) return { late, slot: undefined, next: slot }
    if (slot) late.push(slot)
    slot = one
  }
  return { late, slot, next: undefined }
}

/** Why a slot is skipped as a whole; undefined if it is not. Waiting in a slow lane later is not late. */
export function whySkipped(
  prepared: Exclude<Prepared, { kind: 'wait' | 'end' }>,
  slot: { dueAt: Date; windowMs: number },
  now: Date,
): SkipReason | undefined {
  if (prepared.kind === 'skip') return prepared.reason
  return after(slot.dueAt, slot.windowMs) < now ? 'late' : undefined
}

/** How late a slot may be sent: within its window, but in a series at most half the time to the next slot. */
export function windowMs(catchUpMs: number, slot: Slot, next: Slot | undefined): number {
  const window = Math.max(catchUpMs, WINDOW_MIN_MS)
  return next ? Math.min(window, (next.at.getTime() - slot.at.getTime()) / 2) : window
}

/** When a slot is due. */
export const dueOf = (spec: Schedule, { at }: Slot) => dueAt(spec, at)

/** The slot of a schedule at this instant, with the instant from which it was moved. */
export function slotOf(spec: Schedule, at: Date): Slot {
  const slot = nextSlot(spec, at)
  return slot && +slot.at === +at ? slot : slotAt(spec, at)
}

/**
 * The next deliveries: at most `max`, after the `from` that exist already; `continuesAt` is where the following
 * slice continues (null if there is none).
 */
export function sliceOf(prepared: Answer, from: number, max: number) {
  // One group or topic after the other: the last of thousands of groups must not wait for its second part until all
  // have their first.
  const all = prepared.posts.flatMap(({ contentIds, ...target }) =>
    contentIds.map((contentId, part) => ({ part, contentId, ...target })),
  )
  const to = from + max
  return { deliveries: all.slice(from, to), continuesAt: to < all.length ? to : null }
}

/** The most deliveries that one group or topic gets, in order. */
export const partsOf = ({ posts }: Answer): number =>
  posts.reduce((most, { contentIds }) => Math.max(most, contentIds.length), 1)

/** Gives each delivery of a slot its own time within the time over which it is spread. */
export function spreadOut<D extends { groupId: string; topicId: string | null }>(
  spec: Schedule,
  slotAt: Date,
  deliveries: readonly D[],
): (D & { delayMs?: number })[] {
  if (!spec.spreadMinutes) return [...deliveries]
  return deliveries.map((one) => ({
    ...one,
    delayMs: spreadMs(spec, slotAt, `${one.groupId} ${one.topicId ?? ''}`),
  }))
}

type Answer = Pick<Extract<Prepared, { kind: 'send' }>, 'posts'>

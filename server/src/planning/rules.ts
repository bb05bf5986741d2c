import type { Schedule } from '@carillon/contract/schedule'
import { WINDOW_MIN_MS } from '../deliveries/rules.ts'
import { after, days, hours, instant, latest, minutes, seconds } from '../platform/clock.ts'
import { dueAt, nextSlot, slotAt, slots, spreadMs, type Slot } from '../schedule/rules.ts'
import type { Prepared, SkipReason } from './port.ts'
import type { SchedulesTable } from './tables.ts'

/**
 * How long before its slot what it sends is written down: the lanes hold it until then, and a thousand
 * of one instant are all there when it comes. What is changed within this time has begun already.
 */
export const LEAD_MS = seconds(1)

/**
 * Most schedules planned in one transaction: its locks are held for some 0.2 s on two busy cores (measured
 * 2026-11, five groups each), and a crash repeats little.
 */
export const BATCH_MAX = 200

/** The first batch of a look is smaller, so that of many due at one instant the first leave early. */
export const FIRST_BATCH = 25

/** Most deliveries written in one transaction, so that a message to thousands delays nobody else's. */
export const SLICE_MAX = 2_000

/** Slots of one schedule that are written down as late in one transaction; the next one goes on. */
const LATE_SLICE = 50

/** What was missed longer ago is not written down slot by slot: nobody looks for it there any more. */
const LATE_KEPT_MS = days(7)

/** How long to wait after each failure in a row; after the last one its source is paused. */
const BACK_OFF_MS = [seconds(1), seconds(5), seconds(15), minutes(1)]

/** When to look again at a slot that waits for the end of the one before it. */
const OVERLAP_AGAIN_MS = seconds(2)

/** Retry delay when pausing a failed schedule itself throws. */
const END_AGAIN_MS = minutes(1)

/** When a schedule that could not be planned is tried again; undefined after the fifth failure. */
export function retryAt(failures: number, now: Date): Date | undefined {
  const wait = BACK_OFF_MS[failures - 1]
  return wait === undefined ? undefined : after(now, wait)
}

export const endAgainAt = (now: Date) => after(now, END_AGAIN_MS)

/** How long what was worked out with newer time zone data is left to those who have it. */
const NEWER_FIRST_MS = seconds(5)

/** Overdue this long: no process with newer time zone data exists; plan it ourselves. */
export const leftSince = (now: Date) => after(now, -NEWER_FIRST_MS)

export const overlapAgainAt = (now: Date) => after(now, OVERLAP_AGAIN_MS)

/** What a slot was put off for. */
export type Waited = { kind: 'overlap' } | { kind: 'pause'; until: Date }

/** What a schedule has waited for, if anything. */
export function waitedFor({ waitsFor, notBefore }: PutOff): Waited | undefined {
  if (!waitsFor || !notBefore) return undefined
  return waitsFor === 'pause' ? { kind: 'pause', until: notBefore } : { kind: 'overlap' }
}

type PutOff = Pick<SchedulesTable, 'waitsFor' | 'notBefore'>

/** Why a slot is passed over for a newer one. */
export const whyPassed = ({ at }: Slot, waited: Waited | undefined): SkipReason =>
  waited?.kind === 'overlap' ? 'overlap' : waited && at < waited.until ? 'paused' : 'late'

/**
 * When a slot is meant to go once it has waited: with the end of what it waited for. For the one before
 * it its owner asked it to wait, however long that takes.
 */
export const dueAfter = (dueAt: Date, waited: Waited | undefined, now: Date): Date =>
  latest(dueAt, waited?.kind === 'overlap' ? now : (waited?.until ?? dueAt))

/** Farther than any clock is put at once: Samoa left out a day. */
const CLOCKS_CHANGE_MAX_MS = hours(26)

/**
 * The slot that a schedule waits for, worked out with other time zone data than ours: the one that has
 * its name on the wall now, or the first after it. So nothing is passed over, and what was made at the
 * instant it had before is not made again.
 */
export function readAnew(
  spec: Schedule,
  { nextSlotAt, nextLocal }: { nextSlotAt: Date; nextLocal: string | null },
): Slot {
  const same = nextSlot(spec, nextSlotAt)
  if (nextLocal === null) return same ?? slotAt(spec, nextSlotAt)
  // Elapsed time goes on by the instant; what the wall shows then is no name of it.
  const named = spec.rule.kind === 'every' || same?.local === nextLocal
  if (named && same?.at.getTime() === nextSlotAt.getTime()) return same
  // A program that keeps no names has moved it on since: this is the name of another slot.
  if (!isNameOf(spec, nextLocal, nextSlotAt)) return same ?? slotAt(spec, nextSlotAt)
  for (const slot of slots(spec, after(nextSlotAt, -CLOCKS_CHANGE_MAX_MS))) {
    if (slot.local >= nextLocal) return slot
  }
  // What was promised is sent or told, though the rule does not name it any more.
  return slotAt(spec, nextSlotAt)
}

/** Whether what is at this instant may have been called so: by clocks that have been put elsewhere since. */
function isNameOf(spec: Schedule, local: string, at: Date): boolean {
  const apart = wallTime(local) - wallTime(slotAt(spec, at).local)
  return Math.abs(apart) <= CLOCKS_CHANGE_MAX_MS
}

const wallTime = (local: string) => instant(`${local}Z`).getTime()

/** What is due of one schedule. */
export type DueSlots = {
  /** Too old, since a newer one has come: oldest first. */
  late: Slot[]
  /** The newest; none while more are late than one transaction writes down. */
  slot: Slot | undefined
  /** Where it goes on. */
  next: Slot | undefined
}

/**
 * What a schedule has due until then: after an outage only its latest slot may still be sent. Each is looked
 * at once, by whichever transaction comes to it. A due schedule always yields a slot, to send or to record
 * as late, unless the rule puts it later now.
 */
export function dueSlots(spec: Schedule, nextSlotAt: Date, until: Date): DueSlots {
  const due = dueSince(spec, latest(nextSlotAt, after(until, -LATE_KEPT_MS)), until)
  if (due.slot || due.late.length > 0) return due
  const promised = nextSlot(spec, nextSlotAt)
  // The zone may have got other clocks since, by which this time was before; then it is now or never.
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

/** Why a slot is passed over as a whole, if it is. Waiting in a slow lane later is not late. */
export function whySkipped(
  prepared: Exclude<Prepared, { kind: 'wait' }>,
  slot: { dueAt: Date; windowMs: number },
  now: Date,
): SkipReason | undefined {
  if (prepared.kind === 'skip') return prepared.reason
  return after(slot.dueAt, slot.windowMs) < now ? 'late' : undefined
}

/** How late a slot may go: its window, but in a series at most half the time to the next slot. */
export function windowMs(catchUpMs: number, slot: Slot, next: Slot | undefined): number {
  const window = Math.max(catchUpMs, WINDOW_MIN_MS)
  return next ? Math.min(window, (next.at.getTime() - slot.at.getTime()) / 2) : window
}

/** When a slot is meant to go. */
export const dueOf = (spec: Schedule, { at }: Slot) => dueAt(spec, at)

/** The slot of a schedule at this instant, as it was planned; it knows where it was moved from. */
export function slotOf(spec: Schedule, at: Date): Slot {
  const slot = nextSlot(spec, at)
  return slot && +slot.at === +at ? slot : slotAt(spec, at)
}

/** The instant the rule gave a slot, by which people name it. */
export const nameOf = (slot: Slot) => slot.movedFrom?.at ?? slot.at

/**
 * The next deliveries of what was prepared: at most `max`, after the `from` that exist already, and
 * where the slice after these goes on (null when there is none).
 */
export function sliceOf(prepared: Answer, from: number, max: number) {
  // Place by place: the last one of thousands is not to wait for its second part until all have their first.
  const all = prepared.posts.flatMap(({ contentIds, ...target }) =>
    contentIds.map((contentId, part) => ({ part, contentId, ...target })),
  )
  const to = from + max
  return { deliveries: all.slice(from, to), next: to < all.length ? to : null }
}

/** How many deliveries a place gets at most, one after the other. */
export const partsOf = ({ posts }: Answer): number =>
  posts.reduce((most, { contentIds }) => Math.max(most, contentIds.length), 1)

/** Gives each delivery of a slot its own turn in the time it is spread over. */
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

import type { Opening } from '../deliveries/actions.ts'
import type { Run } from '../occurrences/port.ts'
import type { Planned, Prepared, SkipReason } from './port.ts'
import {
  dueAfter,
  dueOf,
  partsOf,
  sliceOf,
  SLICE_MAX,
  spreadOut,
  waitedFor,
  whyReplacedByNewer,
  whySkipped,
  windowMs,
  type DueSlots,
} from './rules.ts'
import type * as store from './store.ts'

/** The newest slot that is recorded, for its source. The source already knows how many were skipped before it. */
export function plannedOf(plan: Plan, opened: boolean): Planned[] {
  const { schedule, occurrenceId, slotAt, nextSlotAt, skipped, answer } = plan
  if (!occurrenceId) return []
  const { onward } = answer
  const decided = answer.kind === 'send' ? answer.decided : undefined
  const what = { ...(skipped ? { skipped } : {}), ...(decided ? { decided } : {}), onward }
  return [{ sourceId: schedule.sourceId, occurrenceId, slotAt, nextSlotAt, opened, ...what }]
}

/** One slot that is planned: the newest one, or a late one. */
type Plan = {
  schedule: store.ScheduleRow
  /** The id of the newest slot's occurrence; the others get theirs when they are inserted. */
  occurrenceId?: string
  slotAt: Date
  dueAt: Date
  windowMs: number
  answer: Exclude<Prepared, { kind: 'wait' }>
  /** The values that are the same for all groups. */
  run?: Run | undefined
  nextSlotAt: Date | null
  skipped: SkipReason | undefined
  /** Another slot makes the notice. */
  withoutNotice: boolean
}

type Due = DueSlots & { schedule: store.ScheduleRow; occurrenceId: string }

export function planOf(
  { schedule, late, slot, next, occurrenceId }: Due,
  answer: Plan['answer'],
  now: Date,
): Plan[] {
  const { spec } = schedule
  const waited = waitedFor(schedule)
  const nextSlotAt = next?.at ?? null
  const shared = { schedule, answer, nextSlotAt, windowMs: 0 }
  const earlier = late.map((one): Plan => {
    const [slotAt, dueAt] = [one.at, dueOf(spec, one)]
    const skipped = whyReplacedByNewer(one, waited)
    return { ...shared, slotAt, dueAt, skipped, withoutNotice: true }
  })
  if (answer.kind === 'end') {
    return earlier
      .slice(0, answer.missed)
      .map((one, n, all) => ({ ...one, withoutNotice: n < all.length - 1 }))
  }
  const last = earlier.at(-1)
  // More are to come; the last one makes the notice.
  if (!slot) return earlier
  const window = windowMs(answer.kind === 'send' ? answer.catchUpMs : 0, slot, next)
  const dueAt = dueAfter(dueOf(spec, slot), waited, now)
  const skipped = whySkipped(answer, { dueAt, windowMs: window }, now)
  if (last) last.withoutNotice = skipped === 'late'
  return [
    ...earlier,
    {
      ...shared,
      occurrenceId,
      slotAt: slot.at,
      dueAt,
      windowMs: window,
      skipped,
      withoutNotice: false,
    },
  ]
}

/** Tells a source that it is at its end. It has no slot to record then, except those that were missed. */
export function endOf(
  { schedule, late, slot, occurrenceId }: Due,
  answer: Prepared | undefined,
  now: Date,
): Planned[] {
  if (answer?.kind !== 'end') return []
  const slotAt = (slot ?? late.at(-1))?.at ?? now
  const { sourceId } = schedule
  const { onward } = answer
  return [{ sourceId, occurrenceId, slotAt, nextSlotAt: null, opened: false, ended: true, onward }]
}

/** The occurrences to insert now, with their first deliveries unless they are skipped. */
export function openingsOf(plans: readonly Plan[]): Opening[] {
  let left = SLICE_MAX
  return plans.map(
    ({
      schedule,
      occurrenceId,
      slotAt,
      dueAt,
      windowMs: catchUpMs,
      answer,
      skipped,
      withoutNotice,
      run,
    }) => {
      const { id: scheduleId, userId, source, sourceId, spec } = schedule
      const onUnconfirmed = answer.kind === 'send' ? answer.onUnconfirmed : 'ask'
      const id = occurrenceId ? { id: occurrenceId } : {}
      const opening = { ...id, userId, source, sourceId, scheduleId, slotAt, dueAt, onUnconfirmed }
      if (skipped) return { ...opening, skipped, withoutNotice }
      // A skipped slot has its reason already.
      if (answer.kind !== 'send') return opening
      const slice = sliceOf(answer, 0, left)
      left -= slice.deliveries.length
      const deliveries = spreadOut(spec, slotAt, slice.deliveries)
      const stored = {
        parts: partsOf(answer),
        ...(answer.decided ? { decided: answer.decided } : {}),
        ...(run ? { run } : {}),
      }
      return { ...opening, ...stored, first: { catchUpMs, ...slice, deliveries } }
    },
  )
}

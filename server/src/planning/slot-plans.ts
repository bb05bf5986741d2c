import type { Opening } from '../deliveries/actions.ts'
import type { Planned, Prepared, SkipReason } from './port.ts'
import {
  dueAfter,
  dueOf,
  partsOf,
  sliceOf,
  SLICE_MAX,
  spreadOut,
  waitedFor,
  whyPassed,
  whySkipped,
  windowMs,
  type DueSlots,
} from './rules.ts'
import type * as store from './store.ts'

/** What the source of the newest slot is told; it has heard how many were passed over before. */
export function plannedOf(plan: Plan, opened: boolean): Planned[] {
  const { schedule, occurrenceId, slotAt, nextSlotAt, skipped, answer } = plan
  if (!occurrenceId) return []
  const decided = answer.kind === 'send' ? answer.decided : undefined
  const what = { ...(skipped ? { skipped } : {}), ...(decided ? { decided } : {}) }
  return [{ sourceId: schedule.sourceId, occurrenceId, slotAt, nextSlotAt, opened, ...what }]
}

/** One slot of a schedule that is made real: the newest, or one that is late. */
type Plan = {
  schedule: store.ScheduleRow
  /** Of the newest that is due; the others get one when they are made. */
  occurrenceId?: string
  slotAt: Date
  dueAt: Date
  windowMs: number
  answer: Exclude<Prepared, { kind: 'wait' }>
  nextSlotAt: Date | null
  skipped: SkipReason | undefined
  /** Another one tells that it was missed. */
  quiet: boolean
}

export function planOf(
  schedule: store.ScheduleRow,
  { late, slot, next, occurrenceId }: DueSlots & { occurrenceId: string },
  answer: Plan['answer'],
  now: Date,
): Plan[] {
  const { spec } = schedule
  const waited = waitedFor(schedule)
  const nextSlotAt = next?.at ?? null
  const shared = { schedule, answer, nextSlotAt, windowMs: 0 }
  const passed = late.map((one): Plan => {
    const [slotAt, dueAt] = [one.at, dueOf(spec, one)]
    const skipped = whyPassed(one, waited)
    return { ...shared, slotAt, dueAt, skipped, quiet: true }
  })
  // More are to come, and the last speaks for all.
  if (!slot) return passed
  const window = windowMs(answer.kind === 'send' ? answer.catchUpMs : 0, slot, next)
  const dueAt = dueAfter(dueOf(spec, slot), waited, now)
  const skipped = whySkipped(answer, { dueAt, windowMs: window }, now)
  const last = passed.at(-1)
  if (last) last.quiet = skipped === 'late'
  return [
    ...passed,
    { ...shared, occurrenceId, slotAt: slot.at, dueAt, windowMs: window, skipped, quiet: false },
  ]
}

/** What is opened now, with the first deliveries of all that is not passed over. */
export function openingsOf(plans: readonly Plan[]): Opening[] {
  let room = SLICE_MAX
  return plans.map(
    ({ schedule, occurrenceId, slotAt, dueAt, windowMs: catchUpMs, answer, skipped, quiet }) => {
      const { id: scheduleId, userId, source, sourceId, spec } = schedule
      const onUnconfirmed = answer.kind === 'send' ? answer.onUnconfirmed : 'ask'
      const id = occurrenceId ? { id: occurrenceId } : {}
      const opening = { ...id, userId, source, sourceId, scheduleId, slotAt, dueAt, onUnconfirmed }
      if (skipped) return { ...opening, skipped, quiet }
      // What is to be skipped has said why.
      if (answer.kind === 'skip') return opening
      const slice = sliceOf(answer, 0, room)
      room -= slice.deliveries.length
      const deliveries = spreadOut(spec, slotAt, slice.deliveries)
      const kept = {
        parts: partsOf(answer),
        ...(answer.decided ? { decided: answer.decided } : {}),
      }
      return { ...opening, ...kept, first: { catchUpMs, ...slice, deliveries } }
    },
  )
}

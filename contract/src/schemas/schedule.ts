import { z } from 'zod'
import { PREVIEW_MAX } from '../schedule.ts'
import { LocalDate, whole } from '../schedule/rule.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Instant } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** What changing clocks did to a slot: moved forward out of a gap, or the first of a time that comes twice. */
export const SlotMark = z.enum(['gap_shifted', 'overlap_first'])
export type SlotMark = z.infer<typeof SlotMark>

/** One instant that a schedule names. */
export const Slot = z.object({
  at: Instant,
  /** The time on the wall that named it; in a gap the one that does not exist. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** Where it was moved from, on the wall. */
  movedFrom: z.optional(LocalDateTime),
  /** When it is meant to go: the slot and its jitter. */
  dueAt: Instant,
})
export type Slot = z.infer<typeof Slot>

export const SchedulePreview = z.object({
  slots: z.array(Slot),
  /** The rule as people say it, in English. */
  words: z.string(),
  /** What was used; saving these with the schedule makes it run as it was shown. */
  seed: z.number().int(),
  starts: LocalDate,
})
export type SchedulePreview = z.infer<typeof SchedulePreview>

export const PreviewSchedule = z.object({
  schedule: Schedule,
  count: z._default(whole(1, PREVIEW_MAX), 5),
  /** Slots at or after this instant; now unless said otherwise. */
  from: Instant.optional(),
})

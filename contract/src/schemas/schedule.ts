import { z } from 'zod'
import { MESSAGE_GROUPS_MAX } from '../messages.ts'
import { PREVIEW_MAX } from '../schedule.ts'
import { LocalDate, wholeNumber } from '../schedule/rule.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Id, Instant } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** How a clock change affects a slot: moved forward out of a gap, or the first of two equal local times. */
export const SlotMark = z.enum(['gap_shifted', 'overlap_first'])
export type SlotMark = z.infer<typeof SlotMark>

/** One instant that a schedule names. */
export const Slot = z.object({
  at: Instant,
  /** The local time of the rule; in a gap this time does not exist. */
  local: LocalDateTime,
  mark: SlotMark.optional(),
  /** The local time it was moved from. */
  movedFrom: z.optional(LocalDateTime),
  /** When it is due: the slot plus its jitter. */
  dueAt: Instant,
})
export type Slot = z.infer<typeof Slot>

/** A slot, and how many slots before it are left out, because a group still waits for the run before them. */
export const PreviewSlot = Slot.extend({ leftOutBefore: z.number().int().optional() })
export type PreviewSlot = z.infer<typeof PreviewSlot>

export const SchedulePreview = z.object({
  slots: z.array(PreviewSlot),
  /** The rule in English words. */
  words: z.string(),
  /** The values used. If these are saved with the schedule, it runs as shown. */
  seed: z.number().int(),
  starts: LocalDate,
})
export type SchedulePreview = z.infer<typeof SchedulePreview>

export const PreviewSchedule = z.object({
  schedule: Schedule,
  count: z._default(wholeNumber(1, PREVIEW_MAX), 5),
  /** Slots at or after this instant; now by default. */
  from: Instant.optional(),
  /**
   * The groups of a message with `overlap: skip`. If the rules of these groups delay a run so long that later runs are
   * left out, those are only counted. Other messages to these groups are not counted.
   */
  groupIds: z.optional(z.array(Id).max(MESSAGE_GROUPS_MAX)),
})

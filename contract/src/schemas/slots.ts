import { z } from 'zod'
import { EXCEPTIONS_MAX } from '../schedule.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Content } from './content.ts'
import { Message } from './messages.ts'
import { Id, IdParams, Instant } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** A change of one slot of a series: exactly one of `skip`, `moveTo`, `content` and `restore`. */
export const SlotChange = z
  .object({
    skip: z.literal(true).optional(),
    /** Another time on the wall clock of the schedule's zone. Its own time puts a slot back that was moved; its content stays. */
    moveTo: z.optional(LocalDateTime),
    content: Content.optional(),
    /** Undoes the change of this slot. If it has none of its own, undoes the `following` change it belongs to. */
    restore: z.literal(true).optional(),
    /**
     * Changes all later slots as well.
     * - `skip` ends the series here.
     * - `moveTo` moves them by the same number of days and to the same time of day; monthly slots move to the same day
     *   of the month, or the same weekday, as the moved slot. If earlier slots are still to come, the later ones
     *   become a separate message.
     */
    following: z.boolean().default(false),
  })
  .refine(
    ({ skip, moveTo, content, restore }) =>
      [skip, moveTo, content, restore].filter((one) => one !== undefined).length === 1,
    'Give one of skip, moveTo, content and restore.',
  )

export const ChangedSlot = Message.extend({
  /** The message that continues with the following slots, if they became a separate one. */
  continuedBy: Id.optional(),
})

export const SlotParams = IdParams.extend({ slotAt: Instant })

export const RestoreSeries = z.object({
  /** The `rev` that the change returned; an older one is refused as a conflict, with the current state. */
  rev: z.number().int(),
  schedule: Schedule,
  /** The slots to come that had another text; with `following` all later slots had it too. */
  contents: z
    .array(z.object({ slotAt: Instant, content: Content, following: z.literal(true).optional() }))
    .max(EXCEPTIONS_MAX),
  /** The message that continued with the following slots; it is deleted. */
  continuedBy: Id.optional(),
})

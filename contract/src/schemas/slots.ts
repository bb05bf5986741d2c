import { z } from 'zod'
import { EXCEPTIONS_MAX } from '../schedule.ts'
import { Schedule } from '../schedule/schedule.ts'
import { Content } from './content.ts'
import { Message } from './messages.ts'
import { Id, IdParams, Instant } from './wire.ts'
import { LocalDateTime } from '../time.ts'

/** What becomes of one slot of a series: exactly one of `skip`, `moveTo`, `content` and `restore`. */
export const SlotChange = z
  .object({
    skip: z.literal(true).optional(),
    /** Another time on the wall clock of the schedule's zone. */
    moveTo: z.optional(LocalDateTime),
    content: Content.optional(),
    /** As its series has it again; where it is so by itself, what it and all following say is taken back. */
    restore: z.literal(true).optional(),
    /**
     * All later slots as well: `skip` ends the series there; `moveTo` puts them as many days on (those of
     * a month on its same day, or same weekday, as the one that is moved) and at another time of day, as
     * a message of their own when slots before them are still to come.
     */
    following: z.boolean().default(false),
  })
  .refine(
    ({ skip, moveTo, content, restore }) =>
      [skip, moveTo, content, restore].filter((one) => one !== undefined).length === 1,
    'Give one of skip, moveTo, content and restore.',
  )

export const ChangedSlot = Message.extend({
  /** The message that goes on with the following slots, when they became one of their own. */
  continuedBy: Id.optional(),
})

export const SlotParams = IdParams.extend({ slotAt: Instant })

export const RestoreSeries = z.object({
  /** As the change answered it; a stale one answers conflict with the current state. */
  rev: z.number().int(),
  schedule: Schedule,
  /** The slots to come that said something else; `following` ones said it from then on. */
  contents: z
    .array(z.object({ slotAt: Instant, content: Content, following: z.literal(true).optional() }))
    .max(EXCEPTIONS_MAX),
  /** The message that went on with the following slots; it is deleted. */
  continuedBy: Id.optional(),
})

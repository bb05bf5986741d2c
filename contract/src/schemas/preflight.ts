import { z } from 'zod'
import { FieldProblem } from './errors.ts'
import { MessageInput } from './messages.ts'
import { Id, Instant } from './wire.ts'

export const PreflightInput = MessageInput.extend({
  /** The message that is being edited: groups that got it in an earlier send do not get it again. */
  messageId: Id.optional(),
})
export type PreflightInput = z.input<typeof PreflightInput>

/** A problem that does not prevent saving. */
export const PreflightWarning = z.object({
  code: z.enum([
    'content',
    'muted',
    'limited',
    'account',
    'kind_forbidden',
    'topic_closed',
    'quiet_hours',
    /** Other messages fill the daily number of the group before this one. */
    'cap',
    /** Another message goes to the group too soon before this one. */
    'gap',
    /** The account reaches its daily number of messages before this one. */
    'allowance',
  ]),
  /** The effect: not sent, sent later, or sent differently. */
  effect: z.enum(['not_sent', 'later', 'differs']),
  text: z.string(),
  /** The group it concerns, and its topic. */
  groupId: Id.optional(),
  topicId: z.string().optional(),
  /** When its account may send again, if its network has restricted it and said until when. */
  until: Instant.optional(),
})
export type PreflightWarning = z.infer<typeof PreflightWarning>

/** What would happen to a message if it were saved as active now. */
export const Preflight = z.object({
  /** What must be fixed before saving, by field, and for which group. */
  errors: z.array(FieldProblem.extend({ groupId: Id.optional() })),
  warnings: z.array(PreflightWarning),
  /** Chosen groups that do not get it, because they got it in an earlier send. */
  reached: z.array(Id),
  /** Computed from the pace of the accounts and the quiet hours of the groups; null if there is no time or no group. */
  forecast: z
    .object({
      /** When it is due for the first time. */
      dueAt: Instant,
      /** When the last group gets it. */
      lastAt: Instant,
      /** Whether a group gets it later than `lastAt`, since it waits for other messages to that group, or for its connection. */
      isLater: z.boolean().optional(),
      /** How many messages are sent then. */
      sends: z.number().int(),
      words: z.string(),
    })
    .nullable(),
})
export type Preflight = z.infer<typeof Preflight>

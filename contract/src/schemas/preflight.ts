import { z } from 'zod'
import { FieldProblem } from './errors.ts'
import { MessageInput } from './messages.ts'
import { Id, Instant } from './wire.ts'

export const PreflightInput = MessageInput.extend({
  /** The message that it changes: groups that have it from an earlier send do not get it again. */
  messageId: Id.optional(),
})
export type PreflightInput = z.input<typeof PreflightInput>

/** Something that will not go as asked, though it can be saved. */
export const PreflightWarning = z.object({
  code: z.enum([
    'content',
    'muted',
    'limited',
    'account',
    'kind_forbidden',
    'topic_closed',
    'quiet_hours',
    /** Others go there before it: the group takes only so many a day, or one in so many minutes. */
    'cap',
    'gap',
    /** An account may not send so many messages on that day. */
    'allowance',
  ]),
  /** What becomes of it: it is not sent there, it is sent later, or it is sent otherwise than asked. */
  effect: z.enum(['not_sent', 'later', 'differs']),
  text: z.string(),
  /** The group that it is about, and the topic in it. */
  groupId: Id.optional(),
  topicId: z.string().optional(),
})
export type PreflightWarning = z.infer<typeof PreflightWarning>

/** What would become of a message if it were saved as active now. */
export const Preflight = z.object({
  /** What has to be put right first, at its fields, and in which group. */
  errors: z.array(FieldProblem.extend({ groupId: Id.optional() })),
  warnings: z.array(PreflightWarning),
  /** Chosen groups that do not get it, since they have it from an earlier send. */
  reached: z.array(Id),
  /** By the pace of the accounts and the quiet hours of the groups; null while there is no time, or nobody to get it. */
  forecast: z
    .object({
      /** When it is due for the first time. */
      dueAt: Instant,
      /** When the last group has it. */
      lastAt: Instant,
      /** How many messages it makes then. */
      sends: z.number().int(),
      words: z.string(),
    })
    .nullable(),
})
export type Preflight = z.infer<typeof Preflight>

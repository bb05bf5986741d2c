import { z } from 'zod'
import { FieldProblem } from './errors.ts'
import { Id, Instant } from './wire.ts'

/** Something that will not go as asked, though it can be saved. */
export const PreflightWarning = z.object({
  code: z.enum(['content', 'muted', 'limited', 'kind_forbidden', 'topic_closed', 'quiet_hours']),
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

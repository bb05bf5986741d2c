import * as z from 'zod/mini'
import { LocalTime, Weekday, wholeNumber } from '../schedule/rule.ts'
import { TimeZone } from '../time.ts'

/** The largest daily limit of messages, and the largest gap between two, that a person may set for a group. */
export const DAILY_CAP_MAX = 1_000
export const MIN_GAP_MAX_MINUTES = 24 * 60

/** Hours of the group's wall clock in which nothing is sent to it, neither messages nor cycles. */
export const QuietHours = z
  .object({
    from: LocalTime,
    /** Exclusive. If it is earlier than `from`, it is on the next day. */
    to: LocalTime,
    /** The days on which they begin; if missing, every day. */
    days: z.optional(
      z.array(Weekday).check(z.minLength(1, 'Choose at least one day.'), z.maxLength(7)),
    ),
    /** `hold`: send when they end, of each series only the newest run. `skip`: do not send. */
    mode: z.enum(['hold', 'skip'], 'Choose hold or skip.'),
  })
  .check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      error: 'Quiet hours must end at another time than they begin.',
    }),
  )
export type QuietHours = z.infer<typeof QuietHours>

/** The rules that a person sets for a group; null removes a rule. */
export const GroupRules = z.object({
  timeZone: z.optional(z.nullable(TimeZone)),
  muted: z.optional(z.boolean()),
  quietHours: z.optional(z.nullable(QuietHours)),
  dailyCap: z.optional(z.nullable(wholeNumber(1, DAILY_CAP_MAX))),
  minGapMinutes: z.optional(z.nullable(wholeNumber(1, MIN_GAP_MAX_MINUTES))),
})

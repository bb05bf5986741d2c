import * as z from 'zod/mini'
import { LocalTime, Weekday, whole } from '../schedule/rule.ts'
import { TimeZone } from '../time.ts'

/** Most messages a day, and most minutes between two, that a rule of a group may name. */
export const DAILY_CAP_MAX = 1_000
export const MIN_GAP_MAX_MINUTES = 24 * 60

/** Hours of the group's wall clock in which nothing is sent to it, by whatever. */
export const QuietHours = z
  .object({
    from: LocalTime,
    /** Not included; the next day's when it is the earlier. */
    to: LocalTime,
    /** The days on which they begin; every day without. */
    days: z.optional(
      z.array(Weekday).check(z.minLength(1, 'Choose at least one day.'), z.maxLength(7)),
    ),
    /** Send what is due at their end, of each cycle or series only the newest; or not at all. */
    mode: z.enum(['hold', 'skip'], 'Choose hold or skip.'),
  })
  .check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      error: 'Quiet hours must end at another time than they begin.',
    }),
  )
export type QuietHours = z.infer<typeof QuietHours>

/** What a person decides for a group; null takes a rule back. */
export const GroupRules = z.object({
  timeZone: z.optional(z.nullable(TimeZone)),
  muted: z.optional(z.boolean()),
  quietHours: z.optional(z.nullable(QuietHours)),
  dailyCap: z.optional(z.nullable(whole(1, DAILY_CAP_MAX))),
  minGapMinutes: z.optional(z.nullable(whole(1, MIN_GAP_MAX_MINUTES))),
})

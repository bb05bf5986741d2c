import { z } from 'zod'
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
    days: z.array(Weekday).min(1, 'Choose at least one day.').max(7).optional(),
    /** Send what is due at their end, of each cycle or series only the newest; or not at all. */
    mode: z.enum(['hold', 'skip'], 'Choose hold or skip.'),
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    message: 'Quiet hours must end at another time than they begin.',
  })
export type QuietHours = z.infer<typeof QuietHours>

/** What a person decides for a group; null takes a rule back. */
export const GroupRules = z.object({
  timeZone: TimeZone.nullable().optional(),
  muted: z.boolean().optional(),
  quietHours: QuietHours.nullable().optional(),
  dailyCap: whole(1, DAILY_CAP_MAX).nullable().optional(),
  minGapMinutes: whole(1, MIN_GAP_MAX_MINUTES).nullable().optional(),
})

import * as z from 'zod/mini'
import { CRON_MAX, readCron } from './cron.ts'
import { isOnTheCalendar, LocalDateTime } from '../time.ts'

/** Years that a schedule may use: time zone data is uncertain before them, and unknown after them. */
export const YEAR_MIN = 1970
export const YEAR_MAX = 2199

/** Most times of one day: one each quarter of an hour. For more, `every` exists. */
export const TIMES_MAX = 96

/** Most dates that one rule lists. */
export const DATES_MAX = 1_000

/** Largest n of "every n": a week of minutes, more than a year of hours. */
export const EVERY_MAX = 10_080
export const EVERY_WEEKS_MAX = 52
export const EVERY_DAYS_MAX = 366
/** Five years. */
export const EVERY_MONTHS_MAX = 60

const YEARS = `Choose a year from ${YEAR_MIN} to ${YEAR_MAX}.`
const inYears = (local: string) =>
  Number(local.slice(0, 4)) >= YEAR_MIN && Number(local.slice(0, 4)) <= YEAR_MAX

/** A local time in the years that schedules may use. */
export const Local = LocalDateTime.check(z.refine(inYears, YEARS))

/** A day on the calendar: `2026-12-01`. */
export const LocalDate = z.string('Choose a day.').check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Give a day, like 2026-12-01.', abort: true }),
  z.refine((date) => isOnTheCalendar(`${date}T00:00`), 'This day does not exist.'),
  z.refine(inYears, YEARS),
)

/** A time of any day: `09:00`. */
export const LocalTime = z
  .string('Choose a time.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time from 00:00 to 23:59, like 09:00.'))

export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], {
  error: 'Choose a day of the week, like mon.',
})
export type Weekday = z.infer<typeof Weekday>

/** A whole number in a range, with errors in words. */
export const wholeNumber = (from: number, to: number) =>
  z
    .int('Give a whole number.')
    .check(
      z.minimum(from, `Use at least ${from}.`),
      z.maximum(to, `Use at most ${to.toLocaleString('en')}.`),
    )

const Times = z
  .array(LocalTime, 'Add at least one time.')
  .check(
    z.minLength(1, 'Add at least one time.'),
    z.maxLength(TIMES_MAX, `Use at most ${TIMES_MAX} times a day.`),
  )

const Weekdays = z
  .array(Weekday, 'Choose at least one day.')
  .check(z.minLength(1, 'Choose at least one day.'), z.maxLength(7, 'A week has seven days.'))

export const Once = z.object({ kind: z.literal('once'), at: Local })

const Weekly = z.object({
  kind: z.literal('weekly'),
  days: Weekdays,
  at: Times,
  /** Every nth week, counted from the week of `starts`; weeks begin on Monday. */
  everyWeeks: z.optional(wholeNumber(1, EVERY_WEEKS_MAX)),
})

/** From `from` until before `to`, over midnight if `to` is earlier. `days`: the days on which it begins. */
export const Window = z
  .object({ from: LocalTime, to: LocalTime, days: z.optional(Weekdays) })
  .check(
    z.refine(({ from, to }) => from !== to, {
      path: ['to'],
      error: 'The window must end at another time than it begins.',
    }),
  )
export type Window = z.infer<typeof Window>

const Every = z.object({
  kind: z.literal('every'),
  n: wholeNumber(1, EVERY_MAX),
  unit: z.enum(['minute', 'hour'], { error: 'Choose minutes or hours.' }),
  /** The first time; the others follow every n units of elapsed time, independent of clock changes. */
  anchor: Local,
  window: z.optional(Window),
})

const Daily = z.object({
  kind: z.literal('daily'),
  /** Every nth day, counted from `starts`. */
  everyDays: wholeNumber(1, EVERY_DAYS_MAX),
  at: Times,
})

const Day = z.object({ day: z.union([wholeNumber(1, 31), z.literal('last')]) })
const Nth = z.object({ nth: z.union([wholeNumber(1, 5), z.literal('last')]), weekday: Weekday })

const Monthly = z.object({
  kind: z.literal('monthly'),
  /** In a month without this day it is the last day; in a month without a fifth weekday there is no slot. */
  on: z.union([Day, Nth], {
    error: 'Choose a day from 1 to 31, the last one, or a weekday like the second Tuesday.',
  }),
  at: Times,
  /** Every nth month, counted from the month of `starts`. */
  everyMonths: z.optional(wholeNumber(1, EVERY_MONTHS_MAX)),
})

const Dates = z.object({
  kind: z.literal('dates'),
  at: z
    .array(Local, 'Add at least one date.')
    .check(
      z.minLength(1, 'Add at least one date.'),
      z.maxLength(DATES_MAX, `Use at most ${DATES_MAX.toLocaleString('en')} dates.`),
    ),
})

const Expression = z.string('Write a cron expression.').check(
  z.maxLength(CRON_MAX, `Use at most ${CRON_MAX} characters.`),
  z.superRefine((expression, context) => {
    const read = readCron(expression)
    if ('problem' in read) context.addIssue(read.problem)
  }),
)

const OnCron = z.object({ kind: z.literal('cron'), expression: Expression })

/** The kinds of schedule. Local times are on the wall clock of the schedule's zone. */
export const Rule = z.discriminatedUnion(
  'kind',
  [Once, Weekly, Every, Daily, Monthly, Dates, OnCron],
  { error: 'Choose how it repeats: once, weekly, every, daily, monthly, dates or cron.' },
)
export type Rule = z.infer<typeof Rule>
export type RuleOf<K extends Rule['kind']> = Extract<Rule, { kind: K }>

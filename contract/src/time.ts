import * as z from 'zod/mini'

/** A wall-clock time in some named zone: `2026-12-01T09:00`. */
export const LocalDateTime = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, {
    error: 'Give a date and a time, like 2026-12-01T09:00.',
    abort: true,
  }),
  z.refine(isOnTheCalendar, 'This date or time does not exist.'),
)

/** The name of a zone, as the IANA gives it: `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, 'Choose a time zone from the list, like Europe/Berlin.'),
  )

/** Whether a wall-clock time is on the calendar: no 31 February, no 24:00. */
export function isOnTheCalendar(local: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = local.split(/\D/).map(Number)
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days && hour < 24 && minute < 60
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

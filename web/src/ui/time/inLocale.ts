import { locale } from './locale.ts'
import { wallClock } from './words.ts'

/**
 * Rewrites the times (`at 19:30`) and days (`25 Nov 2027`) in a sentence of the server about a timetable as the reader's
 * language writes them.
 */
export const inLocale = (words: string) =>
  words.replaceAll(/\b([01]\d|2[0-3]):[0-5]\d\b/g, wallClock).replaceAll(WORDED_DAY, dayInLocale)

/** The server's format of a day; the year only if it is not the present one. */
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WORDED_DAY = new RegExp(`\\b(\\d{1,2}) (${MONTHS.join('|')})(?: (\\d{4}))?\\b`, 'g')

function dayInLocale(_: string, day: string, month: string, year?: string): string {
  // Without a year, any leap year is used: it has a 29 February.
  const instant = new Date(Date.UTC(Number(year ?? 2024), MONTHS.indexOf(month), Number(day)))
  return (year ? dayOfYear : dayOfMonth).format(instant)
}

const dayIn = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...options, timeZone: 'UTC' })
const dayOfMonth = dayIn({})
const dayOfYear = dayIn({ year: 'numeric' })

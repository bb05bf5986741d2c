import { locale } from './locale.ts'
import { wallClock } from './words.ts'

/**
 * Rewrites the times (`at 19:30`) and days (`25 Nov 2027`, `25 November 2027`) in a sentence of the server as the
 * reader's language writes them. What stands in quotes, such as the name of a group, stays as it is.
 */
export const inLocale = (words: string) =>
  words
    .split(/(“[^”]*”)/)
    .map((part) => (part.startsWith('“') ? part : partInLocale(part)))
    .join('')

const partInLocale = (words: string) =>
  words.replaceAll(/\b([01]\d|2[0-3]):[0-5]\d\b/g, wallClock).replaceAll(WORDED_DAY, dayInLocale)

/** The server's format of a day: of timetables the year only if it is not the present one, of dates the whole month. */
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const short = (month: string) => month.slice(0, 3)
const NAMES = [...MONTHS, ...MONTHS.map(short)].join('|')
const WORDED_DAY = new RegExp(`\\b(\\d{1,2}) (${NAMES})(?: (\\d{4}))?\\b`, 'g')

function dayInLocale(_: string, day: string, month: string, year?: string): string {
  // Without a year, any leap year is used: it has a 29 February.
  const place = MONTHS.findIndex((one) => short(one) === short(month))
  const instant = new Date(Date.UTC(Number(year ?? 2024), place, Number(day)))
  if (month.length > 3) return dayInFull.format(instant)
  return (year ? dayOfYear : dayOfMonth).format(instant)
}

const dayIn = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...options, timeZone: 'UTC' })
const dayOfMonth = dayIn({})
const dayOfYear = dayIn({ year: 'numeric' })
const dayInFull = dayIn({ month: 'long', year: 'numeric' })

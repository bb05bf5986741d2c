import { locale } from '../../ui/time/locale.ts'

/** Days of a calendar, `2026-12-01`, independent of a zone; weeks begin on Monday. */

const DAY_MS = 86_400_000

/** `n` days later, or earlier. */
export const addDays = (date: string, n: number) => dateOf(epoch(date) + n * DAY_MS)

/** The seven days of the week that contains `date`. */
export function weekOf(date: string): string[] {
  const monday = addDays(date, -weekday(date))
  return Array.from({ length: 7 }, (_, n) => addDays(monday, n))
}

/** The weeks that show the month of `date`: whole ones, four to six. */
export function sheetOf(date: string): string[][] {
  const month = date.slice(0, 7)
  const weeks: string[][] = []
  for (let day = `${month}-01`; ; day = addDays(day, 7)) {
    const week = weekOf(day)
    if (weeks.length > 0 && !week.some((one) => one.startsWith(month))) return weeks
    weeks.push(week)
  }
}

/** The same day of the month `n` months later, or its last day. */
export function addMonths(date: string, n: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate()
  return dateOf(Date.UTC(year, month - 1 + n, Math.min(day, last)))
}

/** Whether it is a day that exists. */
export const isDate = (date: string | null): date is string =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) && dateOf(epoch(date)) === date

/** `Tuesday 1 December 2026`. */
export const dayWords = (date: string) => dayFormat.format(epoch(date)).replace(/^(\p{L}+),/u, '$1')
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** `1 Dec`, where a month begins. */
export const firstWords = (date: string) => firstFormat.format(epoch(date))
const firstFormat = format({ day: 'numeric', month: 'short' })

/** `Tue`. */
export const shortDayWords = (date: string) => shortDayFormat.format(epoch(date))
const shortDayFormat = format({ weekday: 'short' })

/** `December 2026`. */
export const monthWords = (date: string) => monthFormat.format(epoch(date))
const monthFormat = format({ month: 'long', year: 'numeric' })

/** From the first of these days to the last: `30 Nov – 6 Dec 2026`. */
export const rangeWords = (days: readonly string[]) =>
  rangeFormat.formatRange(epoch(days[0] ?? ''), epoch(days.at(-1) ?? ''))
const rangeFormat = format({ day: 'numeric', month: 'short', year: 'numeric' })

function format(options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
}

/** 0 is Monday. */
const weekday = (date: string) => (new Date(epoch(date)).getUTCDay() + 6) % 7

const epoch = (date: string) => Date.parse(`${date}T00:00:00Z`)

function dateOf(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10)
}

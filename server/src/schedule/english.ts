import { Weekday } from '@carillon/contract/schedule/rule'

/** `1 minute`, `1,500 minutes`. */
export const count = (n: number, what: string): string =>
  `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`

/** `31 Dec 2026` for 2026-12-31; without the year if it is `thisYear`. */
export function day(date: string, thisYear = ''): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]}${year === thisYear ? '' : ` ${year}`}`
}

/** `1st`, `22nd`, `13th`. */
export function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  return `${n}${(!teen && ['', 'st', 'nd', 'rd'][n % 10]) || 'th'}`
}

/** `second Tue`, `last Fri`. */
export const nthWeekday = (nth: number | 'last', weekday: Weekday): string =>
  `${nth === 'last' ? 'last' : NTHS[nth - 1]!} ${weekdayName(weekday)}`

/** Days of the week after "on": `Mon and Thu`, `weekdays`, `all days`. */
export function weekdayNames(days: readonly Weekday[]): string {
  const sorted = WEEK.filter((weekday) => days.includes(weekday))
  if (sorted.length === 7) return 'all days'
  if (sorted.join() === 'mon,tue,wed,thu,fri') return 'weekdays'
  return listed(sorted.map(weekdayName))
}

export const weekdayName = (weekday: Weekday): string =>
  weekday[0]!.toUpperCase() + weekday.slice(1)

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
export const WEEK = Weekday.options

const NTHS = ['first', 'second', 'third', 'fourth', 'fifth']

import { zoneCity } from '@carillon/contract/zones'
import { hour12, locale } from './locale.ts'
import { perZone } from './perZone.ts'

/** `in about 3 hours`, `5 minutes ago`, `less than a minute ago`. */
export function relativeTime(at: string, now: number): string {
  const ms = Date.parse(at) - now
  return ms > 0 ? `in ${distance(ms)}` : `${distance(-ms)} ago`
}

/** For a future event, even if the clock is past it: `in 3 minutes`, at last `any moment now`. */
export const aheadTime = (at: string, now: number) =>
  Date.parse(at) > now ? relativeTime(at, now) : 'any moment now'

/** For a past event, even if the clock is before it: `3 minutes ago`. */
export const agoTime = (at: string, now: number) => relativeTime(at, Math.max(now, Date.parse(at)))

/** `Today, 09:00`, `Tomorrow, 09:00`, `Mon 7 Dec, 09:00`; the year only when it is another one. */
export const shortTime = (at: string, timeZone: string, now: number) =>
  `${dayName(at, timeZone, now)}, ${clockTime(at, timeZone)}`

/** The same within a sentence: `today, 09:00`. */
export const withinTime = (at: string, timeZone: string, now: number) =>
  shortTime(at, timeZone, now).replace(/^(To|Ye)/, (word) => word.toLowerCase())

/** `Today`, `Tomorrow`, `Mon 7 Dec`; the year only when it is another one. */
export function dayName(at: string, timeZone: string, now: number): string {
  const instant = new Date(at)
  const days = dayNumber(instant, timeZone) - dayNumber(new Date(now), timeZone)
  return dayWord(days) ?? date(instant, timeZone, new Date(now))
}

/** `09:00`, or `9:00 AM` where that is the custom. */
export const clockTime = (at: string, timeZone: string) => clock(new Date(at), timeZone)

/** `09:00:02`: attempts are seconds apart. */
export const secondTime = (at: string, timeZone: string) =>
  unbroken(hourMinuteSecond(timeZone).format(new Date(at)))

/** A time of day like `19:30`, or that of a wall time like `2026-12-07T19:30`, by the reader's clock. */
export const wallClock = (local: string) => clock(wall(local), 'UTC')

/** A full hour of a wall time on an axis: `09:00`, or `9 AM` where that is the custom. */
export const hourLabel = (local: string) =>
  hour12 ? unbroken(hourAlone('UTC').format(wall(local))) : wallClock(local)

/** A wall time in words, whatever its zone: `Mon 7 Dec 2026, 09:00`. */
export const wallTime = (local: string) =>
  `${comma(shortDateOfYear('UTC').format(wall(local)))}, ${wallClock(local)}`

/** What was typed into a field for days and times, which shows them as the device does: `Mon 7 Dec 2026, 09:00 in Berlin.` */
export const typedWords = (local: string, timeZone: string) =>
  local
    ? `${wallTime(local)} in ${zoneCity(timeZone)}.`
    : `In the time zone of ${zoneCity(timeZone)}.`

/** What was typed into a field for days, which shows it in the order of the device: `Mon 7 Dec 2026`. Empty while it is no day. */
export const typedDay = (date: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(date)
    ? comma(shortDateOfYear('UTC').format(wall(`${date}T00:00`)))
    : ''

const wall = (local: string) =>
  new Date(`${local.includes('T') ? local.slice(0, 16) : `2026-01-01T${local}`}:00Z`)

/** `Monday, 7 December 2026 at 09:00 (Berlin, GMT+1)`. */
export function exactTime(at: string, timeZone: string): string {
  const instant = new Date(at)
  return `${longDate(timeZone).format(instant)} at ${clock(instant, timeZone)} (${zoneCity(timeZone)}, ${zoneOffset(timeZone, instant)})`
}

/** How far the zone is from UTC at that instant: `GMT+1`. */
export function zoneOffset(timeZone: string, instant: Date): string {
  const parts = offset(timeZone).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
}

function distance(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 45) return counted(minutes, 'minute')
  if (minutes < 24 * 60) return `about ${counted(Math.round(minutes / 60), 'hour')}`
  const days = Math.round(minutes / (24 * 60))
  if (days < 30) return counted(days, 'day')
  if (days < 365) return `about ${counted(Math.round(days / 30.4), 'month')}`
  return `about ${counted(Math.round(days / 365.25), 'year')}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const clock = (instant: Date, timeZone: string) => unbroken(hourMinute(timeZone).format(instant))

/** `9:00 AM` stays on one line. */
const unbroken = (time: string) => time.replace(/\s/, '\u00a0')

function date(instant: Date, timeZone: string, now: Date): string {
  const other = year(timeZone).format(instant) !== year(timeZone).format(now)
  const format = other ? shortDateOfYear : shortDate
  return comma(format(timeZone).format(instant))
}

/** The day of the week without a comma after it. */
const comma = (date: string) => date.replace(/^(\p{L}+),/u, '$1')

const dayWord = (days: number) =>
  days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : days === -1 ? 'Yesterday' : undefined

/** Days since 1970 on the calendar of the zone. */
function dayNumber(instant: Date, timeZone: string): number {
  return Date.parse(`${isoDate(timeZone).format(instant)}T00:00:00Z`) / 86_400_000
}

// 09:00, but 9:00 AM.
const clockClasses = hour12
  ? ({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const)
  : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const)
const hourMinute = perZone(locale, clockClasses)
const hourMinuteSecond = perZone(locale, { ...clockClasses, second: '2-digit' })
const hourAlone = perZone(locale, { hour: 'numeric', hourCycle: 'h12' })
const year = perZone(locale, { year: 'numeric' })
const inYear = { weekday: 'short', day: 'numeric', month: 'short' } as const
const shortDate = perZone(locale, inYear)
const shortDateOfYear = perZone(locale, { ...inYear, year: 'numeric' })
const longDate = perZone(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const offset = perZone(locale, { timeZoneName: 'shortOffset' })
// The Swedish way to write a date is the ISO one.
const isoDate = perZone('sv-SE', {})

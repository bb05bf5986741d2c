import { formatDistance } from 'date-fns'

/** English of the reader's own kind, so that 9:00 PM or 21:00 is what they are used to. */
const locale =
  typeof navigator !== 'undefined' && navigator.language.startsWith('en')
    ? navigator.language
    : 'en-GB'

/** `in about 3 hours`, `5 minutes ago`. */
export const relativeTime = (at: string, now: number) =>
  formatDistance(new Date(at), now, { addSuffix: true })

/** `Today, 09:00`, `Tomorrow, 09:00`, `Mon 7 Dec, 09:00`; the year only when it is another one. */
export function shortTime(at: string, timeZone: string, now: number): string {
  const instant = new Date(at)
  const days = dayNumber(instant, timeZone) - dayNumber(new Date(now), timeZone)
  return `${dayWord(days) ?? date(instant, timeZone, new Date(now))}, ${clock(instant, timeZone)}`
}

/** `09:00`. */
export const clockTime = (at: string, timeZone: string) => clock(new Date(at), timeZone)

/** `Monday, 7 December 2026 at 09:00 (Berlin, GMT+1)`. */
export function exactTime(at: string, timeZone: string): string {
  const instant = new Date(at)
  const day = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone })
  return `${day.format(instant)} at ${clock(instant, timeZone)} (${zoneCity(timeZone)}, ${zoneOffset(timeZone, instant)})`
}

/** The part of a zone's name that people know: `Europe/Berlin` → `Berlin`. */
export const zoneCity = (timeZone: string) =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** How far the zone is from UTC at that instant: `GMT+1`. */
export function zoneOffset(timeZone: string, instant: Date): string {
  const parts = format({ timeZone, timeZoneName: 'shortOffset' }).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
}

const clock = (instant: Date, timeZone: string) =>
  format({ hour: '2-digit', minute: '2-digit', timeZone }).format(instant)

function date(instant: Date, timeZone: string, now: Date): string {
  const year = format({ year: 'numeric', timeZone })
  const other = year.format(instant) !== year.format(now)
  return format({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(other ? { year: 'numeric' as const } : {}),
    timeZone,
  })
    .format(instant)
    .replace(/^(\p{L}+),/u, '$1')
}

const dayWord = (days: number) =>
  days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : days === -1 ? 'Yesterday' : undefined

/** Days since 1970 on the calendar of the zone. */
function dayNumber(instant: Date, timeZone: string): number {
  // The Swedish way to write a date is the ISO one.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant)
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)

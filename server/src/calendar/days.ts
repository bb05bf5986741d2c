import { Temporal } from 'temporal-polyfill'

/** A local day in a zone, from its first instant to that of the next day, in milliseconds. */
export type Day = { date: string; from: number; to: number }

/** The days from one date to another in a zone, both included. */
export function daysBetween(from: string, to: string, timeZone: string): Day[] {
  const last = Temporal.PlainDate.from(to)
  const days: Day[] = []
  let date = Temporal.PlainDate.from(from)
  let start = startOf(date, timeZone)
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const next = date.add({ days: 1 })
    const end = startOf(next, timeZone)
    days.push({ date: date.toString(), from: start, to: end })
    date = next
    start = end
  }
  return days
}

/** How many days lie between two dates, both counted. */
export const countDays = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1

/** The date of an instant in a zone. */
export const dateOf = (at: Date, timeZone: string) =>
  zoned(at.getTime(), timeZone).toPlainDate().toString()

/** The first instant of a date in a zone; if a clock change skips midnight, the first one after it. */
const startOf = (date: Temporal.PlainDate, timeZone: string) =>
  date.toZonedDateTime(timeZone).epochMilliseconds

/** The local time at an instant of a day. Using the zone is slow, so it is used only on days with a clock change. */
export function localTime(day: Day, at: number, timeZone: string): string {
  const ordinary = day.to - day.from === DAY_MS
  if (!ordinary) return zoned(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  const minutes = Math.floor((at - day.from) / MINUTE_MS)
  return `${day.date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** How many of these are in each local hour of a day. */
export function countByHour(day: Day, all: readonly { at: number }[], timeZone: string): number[] {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const { at } of all) hours[Number(localTime(day, at, timeZone).slice(11, 13))]! += 1
  return hours
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const two = (n: number) => String(n).padStart(2, '0')

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

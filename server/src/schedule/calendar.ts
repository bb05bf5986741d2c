import { Weekday } from '@carillon/contract/schedule/rule'
import { fromEpoch, instant } from '../platform/clock.ts'

/*
 * Local times as numbers: a local time is the number of milliseconds after 1970-01-01T00:00 that it would have in UTC,
 * a day is the number of days after 1970-01-01. Only wall.ts converts them to instants in a zone.
 */

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The first day without any slots: the first of the year 2200. */
export const HORIZON = 84_006

/** An instant before all slots, in every zone. */
export const BEGINNING = -2 * DAY_MS

/** Reads `2026-12-01T09:00` as a local time, and writes it. */
export const wallOf = (local: string): number => instant(`${local}Z`).getTime()
export const localOf = (wall: number): string => fromEpoch(wall).toISOString().slice(0, 16)

/** Reads `2026-12-01` as a day, and writes it. */
export const dayOf = (date: string): number => wallOf(`${date}T00:00`) / DAY_MS
export const dateOf = (day: number): string => localOf(day * DAY_MS).slice(0, 10)

/** The day of a local time. */
export const dayAt = (wall: number): number => Math.floor(wall / DAY_MS)

/** Minutes after midnight: of `09:00`, and of a local time. */
export const minuteOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const minuteAt = (wall: number): number => Math.floor(mod(wall, DAY_MS) / MINUTE_MS)

/** 0 is Monday: of a day, and of a name. */
export const weekdayOf = (day: number): number => mod(day + 3, 7)
export const weekdayNamed = (name: Weekday): number => Weekday.options.indexOf(name)

/** Months after January 1970. */
export function monthOf(day: number): number {
  const date = fromEpoch(day * DAY_MS)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** The first day of a month. */
export const firstOf = (month: number): number =>
  fromEpoch(0).setUTCFullYear(1970, month, 1) / DAY_MS

/** The remainder that is never negative. */
export const mod = (n: number, by: number): number => ((n % by) + by) % by

import type { Weekday } from '@carillon/contract/schedule/rule'

/** The kinds of rules that repeat, in the order they are offered. */
export const kinds = ['weekly', 'daily', 'monthly', 'every', 'dates', 'cron'] as const
export type Kind = (typeof kinds)[number]

/** A repeating schedule as its fields show it. Each field keeps what it holds while another kind is shown. */
export type Timetable = {
  kind: Kind
  /** Every n weeks, days or months. */
  interval: number
  days: Weekday[]
  /** `09:00`, for weekly, daily and monthly. */
  times: string[]
  on: 'day' | 'last' | 'nth'
  day: number
  nth: '1' | '2' | '3' | '4' | '5' | 'last'
  weekday: Weekday
  n: number
  unit: 'minute' | 'hour'
  /** `2026-12-01T09:00`. */
  anchor: string
  windowed: boolean
  window: { from: string; to: string; days: Weekday[] }
  dates: string[]
  expression: string
  /** A day, or empty for the day it is saved. */
  starts: string
  ends: 'never' | 'on' | 'after'
  endsOn: string
  endsAfter: number
  blackouts: { from: string; to: string }[]
  jitterMinutes: number
  spreadMinutes: number
  /** What its jitter and spread are drawn from, once a preview has said it. */
  seed?: number
}

/** Every day of the week, in order. */
export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const WORKDAYS = weekdays.slice(0, 5)

/**
 * A wall time at which it may run, `2026-12-01T09:00`, for a preview: the first of its times, on the day of `now`.
 * Undefined if only the server knows one.
 */
export function firstOf(timetable: Timetable, now: string): string | undefined {
  const { kind, times, anchor, dates } = timetable
  if (kind === 'cron') return undefined
  if (kind === 'every') return anchor > now ? anchor : undefined
  if (kind === 'dates') return dates.toSorted().find((date) => date > now)
  return times[0] && `${now.slice(0, 10)}T${times[0]}`
}

/** The timetable to begin with; `local` is a wall time that is near, such as the next full hour. */
export function emptyTimetable(local: string): Timetable {
  const date = local.slice(0, 10)
  const time = local.slice(11, 16)
  return {
    kind: 'weekly',
    interval: 1,
    days: [weekdayOf(date)],
    times: [time],
    on: 'day',
    day: Number(date.slice(8, 10)),
    nth: '1',
    weekday: weekdayOf(date),
    n: 4,
    unit: 'hour',
    anchor: local,
    windowed: false,
    window: { from: '08:00', to: '22:00', days: [...WORKDAYS] },
    dates: [local],
    expression: '0 9 * * mon-fri',
    starts: '',
    ends: 'never',
    endsOn: '',
    endsAfter: 10,
    blackouts: [],
    jitterMinutes: 0,
    spreadMinutes: 0,
  }
}

/** Whether a first day says anything: an anchor and a list of dates say it themselves. */
export const startsMatter = (kind: Kind) => kind !== 'every' && kind !== 'dates'

/** The day of the week of a date on the wall. */
export function weekdayOf(date: string): Weekday {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekdays[(day + 6) % 7] ?? 'mon'
}

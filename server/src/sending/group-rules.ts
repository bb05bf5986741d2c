import type { QuietHours } from '@carillon/contract/groups/rules'
import type { Weekday } from '@carillon/contract/schedule/rule'
import { Temporal } from 'temporal-polyfill'
import { after, days, fromEpoch, hours, latest, minutes } from '../platform/clock.ts'

/** The rules of a group, with its zone. */
export type GroupRules = {
  quietHours: QuietHours | null
  dailyCap: number | null
  minGapMinutes: number | null
  timeZone: string
}

/** Why a delivery is not sent to its group now: it waits until an instant, or is skipped. */
export type RuleObstacle =
  | { skip: 'quiet_hours' | 'cap' }
  | { until: Date; why: 'quiet_hours' | 'cap'; reason: string }

/** The most that a cap or a gap may delay a delivery; if it would be later, it is skipped. */
const SHIFT_MAX_MS = hours(2)

/** How far back sends matter: the longest possible day, and the longest gap. */
export const SENDS_MATTER_MS = hours(26)

export const hasRules = ({ quietHours, dailyCap, minGapMinutes }: GroupRules) =>
  quietHours !== null || dailyCap !== null || minGapMinutes !== null

/**
 * Checks the rules of its group for a due delivery; undefined if it may be sent. `sends` are those of the
 * last day, without its own occurrence.
 */
export function ruleObstacle(
  rules: GroupRules,
  sends: readonly Date[],
  dueAt: Date,
  now: Date,
): RuleObstacle | undefined {
  const { quietHours, timeZone } = rules
  const quietUntil = quietHours && quietEnd(quietHours, timeZone, now)
  if (quietUntil) {
    return quietHours.mode === 'skip'
      ? { skip: 'quiet_hours' }
      : { until: quietUntil, why: 'quiet_hours', reason: 'It waits for the end of quiet hours.' }
  }
  const until = freeAt(rules, sends, now)
  if (until <= now) return undefined
  return until > after(dueAt, SHIFT_MAX_MS)
    ? { skip: 'cap' }
    : { until, why: 'cap', reason: 'It waits: the group takes only so many messages.' }
}

/** When the cap and the gap allow the next message. */
function freeAt(
  { dailyCap, minGapMinutes, timeZone }: GroupRules,
  sends: readonly Date[],
  now: Date,
) {
  const last = sends.reduce(latest, fromEpoch(0))
  const afterGap = minGapMinutes === null ? now : after(last, minutes(minGapMinutes))
  const today = zoned(now, timeZone).startOfDay()
  const sentToday = sends.filter((at) => at.getTime() >= today.epochMilliseconds).length
  const full = dailyCap !== null && sentToday >= dailyCap
  return full ? latest(afterGap, fromEpoch(today.add({ days: 1 }).epochMilliseconds)) : afterGap
}

/**
 * The end of the present quiet hours; undefined outside of them. After midnight they belong to the day on
 * which they began.
 */
export function quietEnd(hours: QuietHours, timeZone: string, now: Date): Date | undefined {
  const today = zoned(now, timeZone).toPlainDate()
  for (const day of [today.subtract({ days: 1 }), today]) {
    const quiet = quietOn(hours, timeZone, day)
    if (quiet && quiet.start <= now && now < quiet.end) return quiet.end
  }
  return undefined
}

/** The same for many instants with the same quiet hours. */
export function quietDays(hours: QuietHours, timeZone: string): (at: Date) => Date | undefined {
  const known = new Map<number, { start: number; end: Date; endMs: number } | undefined>()
  const quietOf = (day: number) => {
    if (!known.has(day)) {
      const quiet = quietOn(hours, timeZone, EPOCH.add({ days: day }))
      // Numbers: to compare dates takes several times as long (measured 2026-11).
      const own = quiet && { start: quiet.start.getTime(), end: quiet.end }
      known.set(day, own && { ...own, endMs: own.end.getTime() })
    }
    return known.get(day)
  }
  return (at) => {
    const ms = at.getTime()
    const day = Math.floor(ms / days(1))
    // No zone is more than a day away from UTC, and last night belongs to the day before.
    for (let near = day - 2; near <= day + 1; near++) {
      const quiet = quietOf(near)
      if (quiet && quiet.start <= ms && ms < quiet.endMs) return quiet.end
    }
    return undefined
  }
}

/** The begin and the end of the quiet hours of this day. */
function quietOn({ from, to, days }: QuietHours, timeZone: string, day: Temporal.PlainDate) {
  if (days && !days.includes(WEEKDAYS[day.dayOfWeek - 1]!)) return undefined
  return {
    start: onWall(day, from, timeZone),
    end: onWall(to <= from ? day.add({ days: 1 }) : day, to, timeZone),
  }
}

const EPOCH = Temporal.PlainDate.from('1970-01-01')

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

const onWall = (day: Temporal.PlainDate, time: string, timeZone: string) =>
  fromEpoch(
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
  )

import type { QuietHours } from '@carillon/contract/groups/rules'
import type { Weekday } from '@carillon/contract/schedule/rule'
import { zoneCity } from '@carillon/contract/zones'
import { Temporal } from 'temporal-polyfill'
import { after, days, fromEpoch, hours, latest, minutes } from '../../platform/clock.ts'

/** The rules of a group, with its zone. */
export type GroupRules = {
  quietHours: QuietHours | null
  dailyCap: number | null
  minGapMinutes: number | null
  timeZone: string
  /** Whether the zone is that of the group, and not that of its user. */
  zoneIsOwn?: boolean | undefined
}

/** Why a delivery is not sent to its group now: it waits until an instant, or is skipped. */
export type RuleObstacle = { skip: Rule } | { until: Date; why: Rule; reason: string }

type Rule = 'quiet_hours' | 'cap' | 'gap'

/** The most that a cap or a gap may delay a delivery; if it would be later, it is skipped. */
export const SHIFT_MAX_MS = hours(2)

/** How far back sends matter: the longest possible day, and the longest gap. */
export const SENDS_MATTER_MS = hours(26)

export const hasRules = ({ quietHours, dailyCap, minGapMinutes }: GroupRules) =>
  quietHours !== null || dailyCap !== null || minGapMinutes !== null

/** Whether a send to a group depends on what the group got before. */
export const countsSends = ({ dailyCap, minGapMinutes }: Omit<GroupRules, 'timeZone'>) =>
  dailyCap !== null || minGapMinutes !== null

/**
 * What a group got before: when the last, and how many on the present day. `tomorrow`: when the next day begins, if that
 * is known; to compute it takes 50 microseconds (measured 2026-11).
 */
export type GotBefore = { last: Date; today: number; tomorrow?: Date }

/**
 * Checks the rules of its group for a due delivery; undefined if it may be sent. `sends` are those of the
 * last day, without its own occurrence.
 */
export const ruleObstacle = (
  rules: GroupRules,
  sends: readonly Date[],
  dueAt: Date,
  now: Date,
): RuleObstacle | undefined => {
  const last = sends.reduce(latest, NEVER)
  const today = rules.dailyCap === null ? NEVER : dayStart(now, rules.timeZone)
  const got = { last, today: sends.filter((at) => at >= today).length }
  return obstacleAfter(rules, got, dueAt, now)
}

/** The same, by what the group got. */
export function obstacleAfter(
  rules: GroupRules,
  got: GotBefore,
  dueAt: Date,
  now: Date,
): RuleObstacle | undefined {
  const { quietHours, timeZone } = rules
  const quietUntil = quietHours && quietEnd(quietHours, timeZone, now)
  if (quietUntil) {
    if (quietHours.mode === 'skip') return { skip: 'quiet_hours' }
    const reason = `Its group has quiet hours${zoneWords(rules, ', in ')}.`
    return { until: quietUntil, why: 'quiet_hours', reason }
  }
  const met = countObstacle(rules, got, dueAt, now)
  if (!met || 'skip' in met) return met
  const { until, why } = met
  return { until, why, reason: `${WAITS_FOR[why]}${quietAfter(rules, until)}` }
}

/** What the cap and the gap of a group do to a due delivery outside of quiet hours. */
export function countObstacle(
  rules: GroupRules,
  got: GotBefore,
  dueAt: Date,
  now: Date,
): { skip: 'cap' | 'gap' } | { until: Date; why: 'cap' | 'gap' } | undefined {
  const { until, why } = freeAt(rules, got, now)
  if (until <= now) return undefined
  return until.getTime() > dueAt.getTime() + SHIFT_MAX_MS ? { skip: why } : { until, why }
}

/** That quiet hours make it wait further, in words: it is checked again only then. */
function quietAfter(rules: GroupRules, until: Date): string {
  const { quietHours, timeZone } = rules
  if (!quietHours || !quietEnd(quietHours, timeZone, until)) return ''
  return quietHours.mode === 'skip'
    ? ' It has quiet hours then, and is left out.'
    : ` After that it has quiet hours until ${quietHours.to}${zoneWords(rules, ', ')}.`
}

/** The zone of a group, if it has its own: `, New York time`. */
const zoneWords = ({ timeZone, zoneIsOwn }: GroupRules, before: string): string =>
  zoneIsOwn ? `${before}${zoneCity(timeZone)} time` : ''

const WAITS_FOR = {
  cap: 'The group takes only so many messages a day.',
  gap: 'The group takes messages only so long after one another, and others may be before it.',
} as const

/** When the cap and the gap allow the next message, and which of them allows it later. */
function freeAt(
  { dailyCap, minGapMinutes, timeZone }: GroupRules,
  { last, today, tomorrow: nextDay }: GotBefore,
  now: Date,
): { until: Date; why: 'cap' | 'gap' } {
  const afterGap = minGapMinutes === null ? now : after(last, minutes(minGapMinutes))
  const isFull = dailyCap !== null && today >= dailyCap
  const tomorrow = isFull ? (nextDay ?? dayStart(now, timeZone, 1)) : now
  return isFull && tomorrow >= afterGap
    ? { until: tomorrow, why: 'cap' }
    : { until: afterGap, why: 'gap' }
}

/** When nothing was sent yet. */
export const NEVER = fromEpoch(0)

/** When the day of an instant begins in a zone, or one so many days later. */
export const dayStart = (at: Date, timeZone: string, daysLater = 0): Date =>
  fromEpoch(zoned(at, timeZone).startOfDay().add({ days: daysLater }).epochMilliseconds)

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

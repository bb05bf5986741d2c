import type { QuietHours } from '@carillon/contract/groups'
import type { Weekday } from '@carillon/contract/schedule/rule'
import { Temporal } from 'temporal-polyfill'
import { after, fromEpoch, hours, latest, minutes } from '../platform/clock.ts'

/** What a group bears, on the wall clock of its zone. */
export type GroupRules = {
  quietHours: QuietHours | null
  dailyCap: number | null
  minGapMinutes: number | null
  timeZone: string
}

/** What keeps a delivery from its group now: it waits until then, or is passed over. */
export type Kept =
  | { skip: 'quiet_hours' | 'cap' }
  | { until: Date; why: 'quiet_hours' | 'cap'; reason: string }

/** How far a cap or a gap may shift what is due; what would be later than that is passed over. */
const SHIFT_MAX_MS = hours(2)

/** How far back sends matter: the longest day that clocks make, and the longest gap. */
export const SENDS_MATTER_MS = hours(26)

export const hasRules = ({ quietHours, dailyCap, minGapMinutes }: GroupRules) =>
  quietHours !== null || dailyCap !== null || minGapMinutes !== null

/**
 * What keeps a delivery that is due from its group, if anything does; `sends` are those of the last day,
 * its own occurrence left out.
 */
export function keptFrom(
  rules: GroupRules,
  sends: readonly Date[],
  dueAt: Date,
  now: Date,
): Kept | undefined {
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

/** When its cap and its gap let the next message through. */
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

/** When quiet hours end, if it is quiet now. Past midnight they belong to the day they began on. */
export function quietEnd(
  { from, to, days }: QuietHours,
  timeZone: string,
  now: Date,
): Date | undefined {
  const today = zoned(now, timeZone).toPlainDate()
  for (const day of [today.subtract({ days: 1 }), today]) {
    if (days && !days.includes(WEEKDAYS[day.dayOfWeek - 1]!)) continue
    const start = onWall(day, from, timeZone)
    const end = onWall(to <= from ? day.add({ days: 1 }) : day, to, timeZone)
    if (start <= now && now < end) return end
  }
  return undefined
}

const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

const onWall = (day: Temporal.PlainDate, time: string, timeZone: string) =>
  fromEpoch(
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
  )

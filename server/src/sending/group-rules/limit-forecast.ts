import type { Quiet } from '@carillon/contract/groups'
import { fromEpoch, latest } from '../../platform/clock.ts'
import {
  countObstacle,
  countsSends,
  dayStart,
  quietDays,
  type GotBefore,
  type GroupRules,
} from './rules.ts'

/** A group with rules, and what it got until now. */
export type ForecastGroup = GroupRules & GotBefore & { id: string }

/** What rules do to a send: when the last of these groups gets it, and what their daily limits do. */
export type RulesForecast = { until: Date; limited: Limited | undefined }

/**
 * Forecasts what the rules of these groups do to sends. Ask for all sends to come, in the order of their times: each
 * counts for those after it. A send that quiet hours delay goes at their end.
 */
export function rulesForecast(groups: readonly ForecastGroup[], now: Date) {
  const days = new Map<string, { start: Date; end: Date }>()
  const dayOf = (timeZone: string, at: Date) => {
    const known = days.get(timeZone)
    if (known && known.start <= at && at < known.end) return known
    const day = { start: dayStart(at, timeZone), end: dayStart(at, timeZone, 1) }
    days.set(timeZone, day)
    return day
  }
  // Equal quiet hours are computed once.
  const quiets = new Map<string, ReturnType<typeof quietDays>>()
  const quietOf = (quietHours: GroupRules['quietHours'], timeZone: string) => {
    if (!quietHours) return () => undefined
    const key = JSON.stringify([quietHours, timeZone])
    const quiet = quiets.get(key) ?? quietDays(quietHours, timeZone)
    quiets.set(key, quiet)
    return quiet
  }
  const known = new Map(
    groups.map(({ id, last, today, ...rules }): [string, Known] => {
      const { quietHours, timeZone } = rules
      const group = {
        rules,
        counts: countsSends(rules),
        skipsQuiet: quietHours?.mode === 'skip',
        quietEnd: quietOf(quietHours, timeZone),
        got: { last, today },
        putOff: { sends: 0, to: dayOf(timeZone, now).end },
      }
      return [id, group]
    }),
  )

  /** When a group gets a send, and whether its daily limit has delayed or skipped it. */
  function take(group: Known, dueAt: Date): Taken {
    const quietUntil = group.quietEnd(dueAt)
    if (quietUntil && group.skipsQuiet) return NOT_SENT
    const at = quietUntil ?? dueAt
    const isQuiet = quietUntil !== undefined
    if (!group.counts) return { at, isQuiet }
    const met = meets(group, at)
    if (!met) return { at, isQuiet }
    const isLimited = met.why === 'cap'
    if (!met.until) return { isLimited, isQuiet }
    // It is checked again then.
    const again = group.quietEnd(met.until)
    const sentAt = again && group.skipsQuiet ? undefined : (again ?? met.until)
    return { at: sentAt, isQuiet, isLimited, until: met.until }
  }

  /** What the daily limit and the gap of a group do to a send at this instant, outside of quiet hours. */
  function meets(group: Known, at: Date): { why: string; until?: Date } | undefined {
    const { rules, got, putOff } = group
    const day = rules.dailyCap === null ? undefined : dayOf(rules.timeZone, at)
    if (day && day.end > putOff.to) {
      got.today = putOff.to >= day.start ? putOff.sends : 0
      group.putOff = { sends: 0, to: day.end }
    }
    if (day) got.tomorrow = day.end
    const met = countObstacle(rules, got, at, at)
    if (met && 'skip' in met) return { why: met.skip }
    if (met?.why !== 'cap') {
      got.last = met?.until ?? at
      got.today += 1
      return met
    }
    // The next day has room for only so many, and it is checked again then.
    if (group.putOff.sends >= (rules.dailyCap ?? 0)) return { why: 'cap' }
    got.last = met.until
    group.putOff.sends += 1
    return met
  }

  return (groupIds: readonly string[], dueAt: Date): RulesForecast => {
    let [held, skipped, quiet] = [0, 0, 0]
    let last = dueAt
    const ends = new Set<number>()
    for (const id of groupIds) {
      const group = known.get(id)
      if (!group) continue
      const { at, isQuiet, isLimited, until } = take(group, dueAt)
      if (at) last = latest(last, at)
      if (!isLimited) continue
      if (isQuiet) quiet += 1
      if (until) {
        held += 1
        ends.add(until.getTime())
      } else skipped += 1
    }
    if (held + skipped === 0) return { until: last, limited: undefined }
    const [until] = ends
    const one = until !== undefined && ends.size === 1
    const words = { held, skipped, ...(one ? { until: fromEpoch(until).toISOString() } : {}) }
    return { until: last, limited: { limit: words, quiet } }
  }
}

type Known = {
  rules: GroupRules
  /** Whether a send depends on those before it. */
  counts: boolean
  skipsQuiet: boolean
  /** When the quiet hours of an instant end; undefined outside of them. */
  quietEnd: (at: Date) => Date | undefined
  got: GotBefore
  /** How many sends were put off to the next day, and when that day begins. */
  putOff: { sends: number; to: Date }
}

type Taken = {
  /** When it is sent; missing if it is not. */
  at?: Date | undefined
  /** Whether quiet hours delay it, and whether the daily limit does something to it after that. */
  isQuiet?: boolean
  isLimited?: boolean
  /** Until when the daily limit or the gap delays it; missing if it is skipped. */
  until?: Date
}

const NOT_SENT: Taken = {}

/** What daily limits do to a send, and in how many of these groups quiet hours delay it before that. */
export type Limited = { limit: Quiet; quiet: number }

/** What quiet hours do to a send without the groups that wait for them and then for their daily limit: that is told. */
export function withoutLimited(quiet: Quiet, limited = 0): Quiet | undefined {
  const held = quiet.held - limited
  if (held > 0) return { ...quiet, held }
  return quiet.skipped > 0 ? { held: 0, skipped: quiet.skipped } : undefined
}

import type { Quiet } from '@carillon/contract/groups'
import { fromEpoch } from '../../platform/clock.ts'
import { dayStart, obstacleAfter, quietDays, type GotBefore, type GroupRules } from './rules.ts'

/** A group with a daily limit, and what it got until now. */
export type LimitedGroup = GroupRules & GotBefore & { id: string }

/**
 * Forecasts what daily limits do to sends to these groups. Ask for all sends to come, in the order of their times: each
 * counts for those after it. A send that quiet hours delay goes at their end.
 */
export function limitForecast(groups: readonly LimitedGroup[], now: Date) {
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
        rules: { ...rules, quietHours: null },
        skipsQuiet: quietHours?.mode === 'skip',
        quietEnd: quietOf(quietHours, timeZone),
        got: { last, today },
        putOff: { sends: 0, to: dayOf(timeZone, now).end },
      }
      return [id, group]
    }),
  )

  /** Whether the daily limit keeps a send back: until the next day, or for good. */
  function keepsBack(id: string, dueAt: Date): Kept | undefined {
    const group = known.get(id)
    if (!group) return undefined
    const quietUntil = group.quietEnd(dueAt)
    if (quietUntil && group.skipsQuiet) return undefined
    const kept = keepsBackAt(group, { dueAt, at: quietUntil ?? dueAt })
    return kept && { until: kept === 'skip' ? undefined : kept, isQuiet: quietUntil !== undefined }
  }

  function keepsBackAt(group: Known, { dueAt, at }: { dueAt: Date; at: Date }) {
    const { rules, got, putOff } = group
    const day = dayOf(rules.timeZone, at)
    if (day.end > putOff.to) {
      got.today = putOff.to >= day.start ? putOff.sends : 0
      group.putOff = { sends: 0, to: day.end }
    }
    const met = obstacleAfter(rules, { ...got, tomorrow: day.end }, dueAt, at)
    if (met && 'skip' in met) return met.skip === 'cap' ? 'skip' : undefined
    if (met?.why !== 'cap') {
      got.last = met?.until ?? at
      got.today += 1
      return undefined
    }
    // The next day has room for only so many, and it is checked again then.
    if (group.putOff.sends >= (rules.dailyCap ?? 0)) return 'skip'
    got.last = met.until
    group.putOff.sends += 1
    return met.until
  }

  return (groupIds: readonly string[], at: Date): Limited | undefined => {
    let [held, skipped, quiet] = [0, 0, 0]
    const ends = new Set<number>()
    for (const id of groupIds) {
      const kept = keepsBack(id, at)
      if (!kept) continue
      if (kept.isQuiet) quiet += 1
      if (kept.until) {
        held += 1
        ends.add(kept.until.getTime())
      } else skipped += 1
    }
    if (held + skipped === 0) return undefined
    const [until] = ends
    const one = until !== undefined && ends.size === 1
    const words = { held, skipped, ...(one ? { until: fromEpoch(until).toISOString() } : {}) }
    return { limit: words, quiet }
  }
}

type Known = {
  rules: GroupRules
  skipsQuiet: boolean
  /** When the quiet hours of an instant end; undefined outside of them. */
  quietEnd: (at: Date) => Date | undefined
  got: GotBefore
  /** How many sends were put off to the next day, and when that day begins. */
  putOff: { sends: number; to: Date }
}

/** Until when a daily limit keeps a send back, or that it is skipped; and whether quiet hours delay it before that. */
type Kept = { until: Date | undefined; isQuiet: boolean }

/** What daily limits do to a send, and in how many of these groups quiet hours delay it before that. */
export type Limited = { limit: Quiet; quiet: number }

/** What quiet hours do to a send without the groups that wait for them and then for their daily limit: that is told. */
export function withoutLimited(quiet: Quiet, limited = 0): Quiet | undefined {
  const held = quiet.held - limited
  if (held > 0) return { ...quiet, held }
  return quiet.skipped > 0 ? { held: 0, skipped: quiet.skipped } : undefined
}

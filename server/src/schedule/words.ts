import type { Schedule } from '@carillon/contract/schedule'
import type { Rule, RuleOf, Weekday, Window } from '@carillon/contract/schedule/rule'
import { zoneCity } from '@carillon/contract/zones'
import { dateOf, dayAt, dayOf, wallOf } from './calendar.ts'
import { cronWords } from './cron-words.ts'
import {
  count,
  day,
  listed,
  nthWeekday,
  ordinal,
  WEEK,
  weekdayName,
  weekdayNames,
} from './english.ts'
import { gapAt, readAt, zoneOf } from './wall.ts'

/**
 * A schedule in English words: `Every Mon and Thu at 09:00, Berlin, until 31 Dec`. The year of `now` is left out.
 */
export function words(schedule: Schedule, now?: Date): string {
  const { timeZone, rule, ends, starts } = schedule
  const thisYear = now ? dateIn(timeZone, now).slice(0, 4) : ''
  const on = (date: string) => day(date, thisYear)
  const later = starts && now && starts > dateIn(timeZone, now)
  const parts = [
    ruleWords(rule, on),
    zoneCity(timeZone),
    starts && (later || countsFrom(rule)) ? `from ${on(starts)}` : '',
    ends && 'on' in ends ? `until ${on(ends.on)}` : '',
    ends && 'after' in ends ? `${count(ends.after, 'time')} in all` : '',
    ...exceptionWords(schedule),
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * The error for a single time that does not exist, because a clock change skips it. Series accept such a time, because
 * it is one slot of many; for a single message the person must choose an existing time.
 */
export function gapWords({ rule, timeZone }: Schedule): string | undefined {
  return rule.kind === 'once' ? localGapWords(rule.at, timeZone) : undefined
}

/** The same for any local time that a person has chosen. */
export function localGapWords(local: string, timeZone: string): string | undefined {
  const gap = gapAt(wallOf(local), zoneOf(timeZone))
  if (!gap) return undefined
  const [from, to] = [gap.from.slice(11), gap.to.slice(11)]
  return gap.from.slice(0, 10) === gap.to.slice(0, 10)
    ? `On this night the clock jumps from ${from} to ${to}; choose another time.`
    : `This time does not exist in ${timeZone}: the clock jumps from ${day(gap.from)}, ${from}, to ${day(gap.to)}, ${to}; choose another time.`
}

type DayWords = (date: string) => string

function ruleWords(rule: Rule, on: DayWords): string {
  switch (rule.kind) {
    case 'once':
      return `On ${moment(rule.at, on)}`
    case 'weekly': {
      const { everyWeeks = 1, days, at } = rule
      const which =
        everyWeeks === 1 ? eachOf(days) : `${count(everyWeeks, 'week')} on ${weekdayNames(days)}`
      return `Every ${which} ${atTimes(at)}`
    }
    case 'every':
      return everyWords(rule, on)
    case 'daily': {
      const { everyDays, at } = rule
      return `Every ${everyDays === 1 ? 'day' : count(everyDays, 'day')} ${atTimes(at)}`
    }
    case 'monthly': {
      const { everyMonths = 1, at } = rule
      const which = everyMonths === 1 ? 'month' : count(everyMonths, 'month')
      return `Every ${which} on ${dayOfMonth(rule.on)} ${atTimes(at)}`
    }
    case 'dates':
      return datesWords(rule, on)
    case 'cron':
      return cronWords(rule)
  }
}

function everyWords({ n, unit, anchor, window }: RuleOf<'every'>, on: DayWords): string {
  const step = n === 1 ? unit : count(n, unit)
  const open = window ? ` between ${windowWords(window)}` : ''
  return `Every ${step}${open}, counted from ${moment(anchor, on)}`
}

const windowWords = ({ from, to, days }: Window) =>
  `${from} and ${to}${days && days.length < 7 ? ` on ${weekdayNames(days)}` : ''}`

function datesWords({ at }: RuleOf<'dates'>, on: DayWords): string {
  const dates = [...new Set(at)].toSorted()
  if (dates.length <= 3) return `On ${listed(dates.map((date) => moment(date, on)))}`
  return `On ${dates.length} dates from ${on(dates[0]!)} to ${on(dates.at(-1)!)}`
}

function dayOfMonth(on: RuleOf<'monthly'>['on']): string {
  if ('nth' in on) {
    return `the ${nthWeekday(on.nth, on.weekday)}${on.nth === 5 ? ', if there is one,' : ''}`
  }
  if (on.day === 'last') return 'the last day'
  return `the ${ordinal(on.day)}${on.day > 28 ? ' or the last day' : ''}`
}

/** Whether a rule must name its start: every nth week, day or month is counted from it. */
function countsFrom(rule: Rule): boolean {
  if (rule.kind === 'weekly') return (rule.everyWeeks ?? 1) > 1
  if (rule.kind === 'monthly') return (rule.everyMonths ?? 1) > 1
  return rule.kind === 'daily' && rule.everyDays > 1
}

function exceptionWords(schedule: Schedule): string[] {
  const { skips = [], moves = [], blackouts = [], jitterMinutes = 0, spreadMinutes = 0 } = schedule
  const dark = blackouts.reduce((days, { from, to }) => days + dayOf(to) - dayOf(from) + 1, 0)
  return [
    dark > 0 ? `not on ${count(dark, 'day')}` : '',
    skips.length > 0 ? `${skips.length} skipped` : '',
    moves.length > 0 ? `${moves.length} moved` : '',
    jitterMinutes > 0 ? `up to ${count(jitterMinutes, 'minute')} later` : '',
    spreadMinutes > 0 ? `spread over ${count(spreadMinutes, 'minute')}` : '',
  ]
}

/** Days of the week after "every". */
function eachOf(days: readonly Weekday[]): string {
  const which = WEEK.filter((weekday) => days.includes(weekday))
  if (which.length === 7) return 'day'
  return which.join() === 'mon,tue,wed,thu,fri' ? 'weekday' : listed(which.map(weekdayName))
}

const atTimes = (times: readonly string[]) => `at ${listed([...new Set(times)].toSorted())}`

const moment = (local: string, on: DayWords) => `${on(local)} at ${local.slice(11)}`

const dateIn = (timeZone: string, at: Date) => dateOf(dayAt(readAt(at.getTime(), zoneOf(timeZone))))

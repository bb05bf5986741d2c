import { type Cron, readCron } from '@carillon/contract/schedule/cron'
import type { Rule, RuleOf } from '@carillon/contract/schedule/rule'
import {
  dateOf,
  dayAt,
  firstOf,
  HORIZON,
  minuteAt,
  minuteOf,
  mod,
  monthOf,
  wallOf,
  weekdayNamed,
  weekdayOf,
} from './calendar.ts'

/** The rules that have times on calendar days; `every` counts elapsed time instead. */
export type DayRule = Exclude<Rule, { kind: 'every' }>

/** A day of a rule, with its times in order, as minutes after midnight. */
export type NamedDay = { day: number; minutes: readonly number[] }

/**
 * The days of a rule from `from` to `to`, in order. Weeks, days and months always count from `starts`: 31 January is
 * followed by 28 February and 31 March.
 */
export function* daysOf(
  rule: DayRule,
  starts: number,
  from: number,
  to: number,
): Generator<NamedDay> {
  if (rule.kind === 'once') return yield* listed([rule.at], from, to)
  if (rule.kind === 'dates') return yield* listed(rule.at, from, to)

  const cron = rule.kind === 'cron' ? cronOf(rule) : undefined
  const minutes = cron?.times ?? timesOf('at' in rule ? rule.at : [])
  const last = Math.min(to, HORIZON - 1)
  const days = cron ? cronDays(cron, from, last) : ruleDays(rule as Repeated, starts, from)
  for (const day of days) {
    if (day > last) return
    yield { day, minutes }
  }
}

/** Parses a cron expression that the contract has validated before. */
export function cronOf(rule: RuleOf<'cron'>): Cron {
  const known = crons.get(rule)
  if (known) return known
  const read = readCron(rule.expression)
  if ('problem' in read) throw new Error(read.problem)
  crons.set(rule, read.cron)
  return read.cron
}

// Cached, because a schedule with a thousand exceptions needs its rule a thousand times.
const crons = new WeakMap<RuleOf<'cron'>, Cron>()
const lists = new WeakMap<readonly string[], readonly string[]>()

type Repeated = RuleOf<'weekly'> | RuleOf<'daily'> | RuleOf<'monthly'>

function ruleDays(rule: Repeated, starts: number, from: number): Iterable<number> {
  switch (rule.kind) {
    case 'weekly':
      return weeklyDays(rule, starts, from)
    case 'daily':
      return dailyDays(rule, starts, from)
    case 'monthly':
      return monthlyDays(rule, starts, from)
  }
}

function* listed(locals: readonly string[], from: number, to: number): Generator<NamedDay> {
  const since = dateOf(from)
  const sorted = lists.get(locals) ?? locals.toSorted()
  lists.set(locals, sorted)
  // Read only when requested: a planner needs only the next one of perhaps a thousand.
  let named: { day: number; minutes: number[] } | undefined
  for (const local of sorted) {
    if (local < since) continue
    const wall = wallOf(local)
    if (dayAt(wall) > to) break
    if (named && dayAt(wall) !== named.day) {
      yield named
      named = undefined
    }
    named ??= { day: dayAt(wall), minutes: [] }
    const minute = minuteAt(wall)
    if (named.minutes.at(-1) !== minute) named.minutes.push(minute)
  }
  if (named) yield named
}

function* weeklyDays(rule: RuleOf<'weekly'>, starts: number, from: number): Generator<number> {
  const weekdays = new Set(rule.days.map(weekdayNamed))
  const step = 7 * (rule.everyWeeks ?? 1)
  const firstWeek = starts - weekdayOf(starts)
  for (let day = from; ; day++) {
    // Jumps from the first day of a week that does not count to the next week that does.
    const intoPeriod = mod(day - firstWeek, step)
    if (intoPeriod >= 7) day += step - intoPeriod
    if (weekdays.has(weekdayOf(day))) yield day
  }
}

function* dailyDays({ everyDays }: RuleOf<'daily'>, starts: number, from: number) {
  for (let day = from + mod(starts - from, everyDays); ; day += everyDays) yield day
}

function* monthlyDays(rule: RuleOf<'monthly'>, starts: number, from: number): Generator<number> {
  const { on, everyMonths = 1 } = rule
  const begins = monthOf(from)
  for (let month = begins + mod(monthOf(starts) - begins, everyMonths); ; month += everyMonths) {
    const first = firstOf(month)
    if (first >= HORIZON) return
    const day = dayIn(on, first, firstOf(month + 1))
    if (day !== undefined && day >= from) yield day
  }
}

/** The day of a rule in the month [first, next); undefined if there is no fifth such weekday. */
function dayIn(on: RuleOf<'monthly'>['on'], first: number, next: number): number | undefined {
  if ('day' in on) return on.day === 'last' ? next - 1 : Math.min(first + on.day - 1, next - 1)
  const weekday = weekdayNamed(on.weekday)
  if (on.nth === 'last') return next - 1 - mod(weekdayOf(next - 1) - weekday, 7)
  const day = first + mod(weekday - weekdayOf(first), 7) + (on.nth - 1) * 7
  return day < next ? day : undefined
}

function* cronDays(cron: Cron, from: number, last: number): Generator<number> {
  for (let month = monthOf(from); ; month++) {
    const first = firstOf(month)
    if (first > last) return
    if (!cron.months.has(mod(month, 12) + 1)) continue
    const next = firstOf(month + 1)
    for (let day = Math.max(first, from); day < next; day++) {
      if (cronNames(cron, day, first, next)) yield day
    }
  }
}

/** Whether an expression matches a day of the month [first, next). */
function cronNames(cron: Cron, day: number, first: number, next: number): boolean {
  const weekday = (weekdayOf(day) + 1) % 7
  const byDate = cron.days.has(day - first + 1) || (cron.lastDay && day === next - 1)
  const byWeekday =
    cron.weekdays.has(weekday) ||
    cron.nths.some(
      ({ weekday: named, nth }) =>
        named === weekday &&
        (nth === 'last' ? day + 7 >= next : Math.floor((day - first) / 7) + 1 === nth),
    )
  return cron.dayOrWeekday ? byDate || byWeekday : byDate && byWeekday
}

const timesOf = (times: readonly string[]): readonly number[] =>
  [...new Set(times)].map(minuteOf).toSorted((a, b) => a - b)

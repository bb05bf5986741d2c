import type { Schedule } from '@carillon/contract/schedule'
import type { Rule, RuleOf } from '@carillon/contract/schedule/rule'
import { Temporal } from 'temporal-polyfill'
import {
  HARD_DAYS_COUNT,
  localAt,
  meant,
  minutesOf,
  shownAt,
  type WallTable,
  wallTable,
} from './wall-table.ts'

/** A slot as the oracle sees it; instants in minutes after 1970. */
export type SeenSlot = { at: number; local: string; mark?: string; movedFrom?: string }

/**
 * The slots of a schedule in its zone's hard days, at or after an instant, found without a line of
 * what is tested: every day is asked whether the rule means it, every time is looked up in a table of
 * what the clock reads each minute. Sets and filters in the order in which the words of a schedule say.
 */
export function oracle(schedule: Schedule, from: Date): SeenSlot[] {
  const table = wallTable(schedule.timeZone)
  const { ends, skips = [], moves = [], blackouts = [] } = schedule
  let slots = inOrder(ruleSlots(schedule, table))
  if (ends && 'after' in ends) slots = slots.slice(0, ends.after)

  const byInstant = new Map(slots.map((slot) => [slot.at, slot]))
  const instant = (local: string) => meant(table, minutesOf(local)).at
  const moved = moves.flatMap((move): SeenSlot[] =>
    byInstant.has(instant(move.from))
      ? [{ ...seen(table, minutesOf(move.to)), movedFrom: move.from }]
      : [],
  )
  for (const local of [...skips, ...moves.map((move) => move.from)])
    byInstant.delete(instant(local))
  for (const [at, { local }] of byInstant) {
    const date = local.slice(0, 10)
    if (blackouts.some((days) => days.from <= date && date <= days.to)) byInstant.delete(at)
  }
  for (const slot of moved) if (!byInstant.has(slot.at)) byInstant.set(slot.at, slot)
  const left = [...byInstant.values()].filter(({ at }) => at >= from.getTime() / 60_000)
  return left.toSorted((a, b) => a.at - b.at)
}

function ruleSlots(schedule: Schedule, table: WallTable): SeenSlot[] {
  const { rule, starts = '1970-01-01', ends } = schedule
  const last = ends && 'on' in ends ? ends.on : '9999-12-31'
  const slots = rule.kind === 'every' ? elapsed(rule, table) : onDays(rule, starts, table)
  return slots.filter(({ local }) => local.slice(0, 10) >= starts && local.slice(0, 10) <= last)
}

/** Each instant once; the one that the wall shows then before the one that moved there. */
function inOrder(slots: SeenSlot[]): SeenSlot[] {
  const byInstant = new Map<number, SeenSlot>()
  for (const slot of slots) {
    if (slot.mark !== 'gap_shifted' || !byInstant.has(slot.at)) byInstant.set(slot.at, slot)
  }
  return [...byInstant.values()].toSorted((a, b) => a.at - b.at)
}

/** From the anchor on, step by step to the end of the table, what lies in the window. */
function elapsed({ n, unit, anchor, window }: RuleOf<'every'>, table: WallTable): SeenSlot[] {
  const slots: SeenSlot[] = []
  const first = seen(table, minutesOf(anchor))
  const step = unit === 'hour' ? n * 60 : n
  const end = table.base + table.offsets.length
  for (let at = first.at; at < end; at += step) {
    const wall = shownAt(table, at)
    if (window && !isOpen(window, wall)) continue
    slots.push(at === first.at ? first : { at, local: localAt(wall) })
  }
  return slots
}

function isOpen({ from, to, days }: NonNullable<RuleOf<'every'>['window']>, wall: number): boolean {
  const minute = wall % DAY
  const opensOn = (at: number) => !days || days.includes(weekdayOf(Math.floor(at / DAY)))
  const [opens, closes] = [minuteOf(from), minuteOf(to)]
  if (opens < closes) return opens <= minute && minute < closes && opensOn(wall)
  return (minute >= opens && opensOn(wall)) || (minute < closes && opensOn(wall - DAY))
}

function onDays(
  rule: Exclude<Rule, { kind: 'every' }>,
  starts: string,
  table: WallTable,
): SeenSlot[] {
  if (rule.kind === 'once') return [seen(table, minutesOf(rule.at))]
  if (rule.kind === 'dates') return rule.at.map((local) => seen(table, minutesOf(local)))

  const times = rule.kind === 'cron' ? cronTimes(rule.expression) : rule.at.map(minuteOf)
  const start = onCalendar(Temporal.PlainDate.from(starts))
  return daysOf(table)
    .filter((date) => isMeant(rule, date, start))
    .flatMap(({ n }) => times.map((time) => seen(table, n * DAY + time)))
}

type Repeated = Exclude<Rule, { kind: 'every' | 'once' | 'dates' }>

/** Whether a rule means a day of the calendar. */
function isMeant(rule: Repeated, date: CalendarDay, starts: CalendarDay): boolean {
  switch (rule.kind) {
    case 'weekly': {
      const weeks = (date.monday - starts.monday) / 7
      return rule.days.includes(weekdayOf(date.n)) && weeks % (rule.everyWeeks ?? 1) === 0
    }
    case 'daily':
      return (date.n - starts.n) % rule.everyDays === 0
    case 'monthly':
      return (date.month - starts.month) % (rule.everyMonths ?? 1) === 0 && isOn(rule.on, date)
    case 'cron':
      return cronMeans(rule.expression, date)
  }
}

function isOn(on: RuleOf<'monthly'>['on'], { n, day, daysInMonth }: CalendarDay): boolean {
  if ('day' in on) return day === (on.day === 'last' ? daysInMonth : Math.min(on.day, daysInMonth))
  if (weekdayOf(n) !== on.weekday) return false
  return on.nth === 'last' ? day + 7 > daysInMonth : Math.ceil(day / 7) === on.nth
}

function cronTimes(expression: string): number[] {
  const [minute = '', hour = ''] = expression.split(' ')
  const minutes = numbers(60).filter((n) => within(minute, n, 0))
  const hours = numbers(24).filter((n) => within(hour, n, 0))
  return hours.flatMap((h) => minutes.map((m) => h * 60 + m))
}

function cronMeans(expression: string, date: CalendarDay): boolean {
  const [, , day = '', month = '', weekday = ''] = expression.split(' ')
  const { daysInMonth, dayOfWeek } = date
  if (!within(month, (date.month % 12) + 1, 1)) return false
  const byDate = day
    .split(',')
    .some((part) => (part === 'L' ? date.day === daysInMonth : within(part, date.day, 1)))
  const byWeekday = weekday.split(',').some((part) => {
    const [, named, nth] = /^(\d)(L|#\d)$/.exec(part) ?? []
    // Sunday is 0, and 7 too.
    if (named === undefined) return within(part, dayOfWeek % 7, 0) || within(part, dayOfWeek, 0)
    if (Number(named) % 7 !== dayOfWeek % 7) return false
    return nth === 'L'
      ? date.day + 7 > daysInMonth
      : Math.ceil(date.day / 7) === Number(nth!.slice(1))
  })
  return day === '*' || weekday === '*' ? byDate && byWeekday : byDate || byWeekday
}

/** Whether a number is one of a field of numbers, ranges and steps that begins at `low`. */
function within(field: string, n: number, low: number): boolean {
  return field.split(',').some((part) => {
    const [range = '', step = '1'] = part.split('/')
    const [from, to = part.includes('/') ? 99 : from] =
      range === '*' ? [low, 99] : range.split('-').map(Number)
    return n >= from! && n <= to! && (n - from!) % Number(step) === 0
  })
}

/** What the calendar says of a day: `n` and `monday` in days after 1970, `month` in months. */
type CalendarDay = {
  n: number
  monday: number
  month: number
  day: number
  daysInMonth: number
  dayOfWeek: number
}

function onCalendar(date: Temporal.PlainDate): CalendarDay {
  const { year, month, day, daysInMonth, dayOfWeek } = date
  const n = minutesOf(`${date.toString()}T00:00`) / DAY
  const months = (year - 1970) * 12 + month - 1
  return { n, monday: n + 1 - dayOfWeek, month: months, day, daysInMonth, dayOfWeek }
}

/** The days of a table; not the outermost, whose times it does not hold. Read once for all schedules. */
function daysOf(table: WallTable): CalendarDay[] {
  const known = days.get(table)
  if (known) return known
  const first = Temporal.PlainDate.from(localAt(table.base).slice(0, 10))
  const found = numbers(HARD_DAYS_COUNT + 6).map((n) => onCalendar(first.add({ days: n + 3 })))
  days.set(table, found)
  return found
}
const days = new Map<WallTable, CalendarDay[]>()

function seen(table: WallTable, wall: number): SeenSlot {
  const { at, mark } = meant(table, wall)
  return { at, local: localAt(wall), ...(mark ? { mark } : {}) }
}

const weekdayOf = (day: number) => WEEK[(day + 3) % 7]!
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const DAY = 1_440

import type { Schedule } from '@carillon/contract/schedule'
import { type Cron, cronFields, isAny, readCron } from '@carillon/contract/schedule/cron'
import { type Rule, type RuleOf, Weekday } from '@carillon/contract/schedule/rule'
import { days, fromEpoch } from '../platform/clock.ts'
import { nextSlot, slots, type Slot } from '../schedule/rules.ts'
import {
  type Shift,
  shiftBetween,
  dayOf,
  moveLocal,
  type Moves,
  movesOf,
  partsOf,
  plusDays,
} from './local-shift.ts'
import { withoutExceptions, instantOf } from './rules.ts'

/** The slots from one slot on as a separate schedule; `move` gives the new local time of a slot. */
type Shifted = { schedule: Schedule; move: Moves['local'] }

/**
 * Moves this slot and all following ones to another day and time, as a separate schedule. Returns the problem
 * in words if the rule cannot express that. Skips and moves of later slots are kept.
 */
export function shiftFrom(
  schedule: Schedule,
  slot: Slot,
  to: string,
): Shifted | { problem: string } {
  const by = shiftBetween(slot.local, to)
  const rule = shiftedRule(schedule.rule, by)
  if (typeof rule === 'string') return { problem: rule }
  if (becomesOne(schedule.rule, by)) return { problem: TWO_BECOME_ONE }
  const { ends, skips = [], moves = [], ...rest } = schedule
  const shifted = { ...rest, rule, starts: by.to.date }
  const { local: move, end } = movesOf(schedule, shifted, by)
  const later = (local: string) => local >= slot.local
  const before = earlierThatDay(shifted, by)
  const left = (slots: number) => slots - countBefore(schedule, slot.at) + before.length
  const result = {
    ...shifted,
    skips: [...new Set([...skips.filter(later).flatMap((local) => move(local) ?? []), ...before])],
    moves: moves.flatMap((one) => {
      const from = later(one.from) && move(one.from)
      return from ? [{ ...one, from }] : []
    }),
    ...(ends ? { ends: 'on' in ends ? { on: end(ends.on) } : { after: left(ends.after) } } : {}),
  }
  // In any case the new schedule must begin at the chosen time.
  const first = nextSlot(withoutExceptions(result), instantOf(to, schedule.timeZone))
  if (first?.local !== to) return { problem: ITS_RULE_SAYS_OTHERWISE }
  return { schedule: result, move }
}

const TWO_BECOME_ONE =
  'Another of its times is at this time already, and only one would be sent. Choose another time.'

/** Whether the rule already has the new time of day: then only one of the two would be sent. */
const becomesOne = (rule: Rule, { from, to }: Shift): boolean =>
  from.time !== to.time &&
  'at' in rule &&
  rule.kind !== 'once' &&
  rule.kind !== 'dates' &&
  rule.at.includes(to.time)

const ITS_RULE_SAYS_OTHERWISE =
  'Its rule leaves this time out, so the following ones cannot be put there. Edit the schedule instead.'

/** Slots of the first day that come before the moved one stay with the old series. */
function earlierThatDay(shifted: Schedule, { from, to }: Shift): string[] {
  if (shifted.rule.kind === 'every') return []
  const found: string[] = []
  const dawn = instantOf(`${to.date}T00:00`, shifted.timeZone)
  for (const { local } of slots(
    { timeZone: shifted.timeZone, rule: shifted.rule, starts: to.date },
    dawn,
  )) {
    const { date, time } = partsOf(local)
    if (date !== to.date) break
    if (time < from.time && time !== to.time) found.push(local)
  }
  return found
}

function shiftedRule(rule: Rule, by: Shift): Rule | string {
  switch (rule.kind) {
    case 'once':
      return 'A message that is sent once has no following times.'
    case 'every':
      return { ...rule, anchor: `${by.to.date}T${by.to.time}` }
    case 'dates':
      return { ...rule, at: shiftedDates(rule.at, by) }
    case 'daily':
      return { ...rule, at: shiftedTimes(rule.at, by) }
    case 'weekly':
      return shiftedWeekly(rule, by)
    case 'monthly':
      return { ...rule, at: shiftedTimes(rule.at, by), on: shiftedOn(rule.on, by) }
    case 'cron':
      return shiftedCron(rule, by)
  }
}

const shiftedTimes = (at: readonly string[], { from, to }: Shift) => [
  ...new Set(at.map((time) => (time === from.time ? to.time : time))),
]

function shiftedDates(at: readonly string[], by: Shift): string[] {
  const first = `${by.from.date}T${by.from.time}`
  return [...new Set(at.filter((one) => one >= first).map((one) => moveLocal(one, by)))]
}

function shiftedWeekly(rule: RuleOf<'weekly'>, by: Shift): Rule | string {
  const names = Weekday.options
  const moved = rule.days.map((day) => names.indexOf(day) + by.days)
  // A rule for every second week counts whole weeks: days that move to the next week would fall into the
  // wrong one.
  const apart = new Set(moved.map((day) => Math.floor(day / 7))).size > 1
  if (apart && (rule.everyWeeks ?? 1) > 1) {
    return 'Some of its days would fall into another week. Move it within its week, or edit the schedule.'
  }
  return {
    ...rule,
    days: moved.map((day) => names[((day % 7) + 7) % 7]!),
    at: shiftedTimes(rule.at, by),
  }
}

/** The day of the month, or the nth weekday, of the new date. */
function shiftedOn(on: RuleOf<'monthly'>['on'], { to, days }: Shift): RuleOf<'monthly'>['on'] {
  if (days === 0) return on
  const day = Number(to.date.slice(8))
  const isLast = plusDays(to.date, 1).endsWith('-01')
  if ('day' in on) return { day: isLast && on.day === 'last' ? 'last' : day }
  const weekday = Weekday.options[(dayOf(to.date) / DAY_MS + 3) % 7]!
  const inLastWeek = plusDays(to.date, 7).slice(5, 7) !== to.date.slice(5, 7)
  const nth = Math.ceil(day / 7)
  // Not every month has a fifth one.
  return {
    weekday,
    nth: (inLastWeek && on.nth === 'last') || nth === 5 ? 'last' : nth,
  }
}

const DAY_MS = days(1)

/** A cron expression with its time and its days moved. */
function shiftedCron(rule: RuleOf<'cron'>, by: Shift): Rule | string {
  const read = readCron(rule.expression)
  const fields = cronFields(rule.expression)
  const clock = 'problem' in read ? undefined : shiftedClock(read.cron, by)
  const onDays = 'problem' in read ? undefined : shiftedCronDays(read.cron, fields, by)
  if (!clock || !onDays) {
    return 'A cron expression cannot say that of all following times. Edit the schedule instead.'
  }
  return { ...rule, expression: [...clock, ...onDays].join(' ') }
}

/** The fields for minutes and hours; undefined if they cannot express exactly these times. */
function shiftedClock({ times }: Cron, { from, to }: Shift): string[] | undefined {
  const before = minuteOf(from.time)
  const moved = new Set(times.map((time) => (time === before ? minuteOf(to.time) : time)))
  if (moved.size < times.length) return undefined
  const minutes = new Set([...moved].map((time) => time % 60))
  const hours = new Set([...moved].map((time) => Math.floor(time / 60)))
  return minutes.size * hours.size === moved.size ? [listed(minutes), listed(hours)] : undefined
}

function shiftedCronDays(cron: Cron, fields: readonly string[], by: Shift): string[] | undefined {
  const [day = '', month = '', weekday = ''] = fields.slice(2)
  if (by.days === 0) return [day, month, weekday]
  if (!isAny(month) || cron.nths.length > 0) return undefined
  const weekdays = [...cron.weekdays].map((one) => (((one + by.days) % 7) + 7) % 7)
  if (isAny(day)) return [day, month, isAny(weekday) ? weekday : listed(weekdays)]
  // Some months do not have day 29, 30 or 31 and are left out; after a move they would not be.
  const [only = 31] = cron.days
  const to = Number(by.to.date.slice(8))
  const single = cron.days.size === 1 && !cron.lastDay && isAny(weekday)
  return single && only <= 28 && to <= 28 ? [String(to), month, weekday] : undefined
}

const listed = (numbers: Iterable<number>) => [...numbers].toSorted((a, b) => a - b).join(',')

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How many slots of the rule come before an instant; skipped ones count. */
function countBefore({ ends: _ends, ...schedule }: Schedule, at: Date): number {
  let count = 0
  for (const slot of slots(withoutExceptions(schedule), fromEpoch(0))) {
    if (slot.at >= at) break
    count++
  }
  return count
}

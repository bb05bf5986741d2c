import type { Schedule } from '@carillon/contract/schedule'
import { cronFields, isAny } from '@carillon/contract/schedule/cron'
import { after, days, fromEpoch, instant } from '../platform/clock.ts'
import { slotAt, slots } from '../schedule/rules.ts'
import { withoutExceptions, instantOf } from './rules.ts'

/** From which local time to which a slot moves. */
export type Shift = { from: Local; to: Local; days: number }
type Local = { date: string; time: string }

export function shiftBetween(from: string, to: string): Shift {
  const [before, after] = [partsOf(from), partsOf(to)]
  return { from: before, to: after, days: (dayOf(after.date) - dayOf(before.date)) / days(1) }
}

export const partsOf = (local: string): Local => ({
  date: local.slice(0, 10),
  time: local.slice(11),
})

/** A date as an instant, in ms. */
export const dayOf = (date: string) => instant(`${date}T00:00:00Z`).getTime()

export const plusDays = (date: string, n: number) =>
  after(fromEpoch(dayOf(date)), days(n))
    .toISOString()
    .slice(0, 10)

/**
 * The local time moved by the same number of days. If it has the time of day that was moved, it gets the new
 * one.
 */
export const moveLocal = (local: string, by: Shift): string => {
  const { date, time } = partsOf(local)
  return `${plusDays(date, by.days)}T${timeAfter(time, by)}`
}

const timeAfter = (time: string, { from, to }: Shift) => (time === from.time ? to.time : time)

/** Where later slots and days of a series move to. */
export type Moves = {
  /** The new local time of a slot; undefined if the local time is no slot. */
  local: (local: string) => string | undefined
  /** The last day of a series. */
  end: (date: string) => string
}

/** How the slots of a schedule correspond to those of the moved schedule. */
export function movesOf(before: Schedule, shifted: Schedule, by: Shift): Moves {
  const end = (date: string) => plusDays(date, by.days)
  if (before.rule.kind === 'every') return { local: movedByElapsed(before, by), end }
  if (by.days === 0 || !goesByMonths(before)) return { local: (local) => moveLocal(local, by), end }
  const days = pairs(before, shifted, by)
  return {
    local(local) {
      const { date, time } = partsOf(local)
      const day = days(date)
      return day?.before === date ? `${day.after}T${timeAfter(time, by)}` : undefined
    },
    end: (date) => days(date)?.after ?? date,
  }
}

/** Whether the rule names days of months: the distance between them differs from month to month. */
const goesByMonths = ({ rule }: Schedule) =>
  rule.kind === 'monthly' || (rule.kind === 'cron' && !isAny(cronFields(rule.expression)[2] ?? ''))

/** The slots moved by elapsed time, not by local time. */
function movedByElapsed(schedule: Schedule, { from, to }: Shift) {
  const { timeZone } = schedule
  const at = ({ date, time }: Local) => instantOf(`${date}T${time}`, timeZone)
  const ms = +at(to) - +at(from)
  return (local: string) => slotAt(schedule, after(instantOf(local, timeZone), ms)).local
}

/**
 * Pairs the days of a schedule with those of the moved one: the first with the first, the second with the
 * second. Returns the pair of a day, or of the last day with slots before it.
 */
function pairs(before: Schedule, shifted: Schedule, by: Shift) {
  const [ours, theirs] = [daysFrom(before, by.from.date), daysFrom(shifted, by.to.date)]
  const known: { before: string; after: string }[] = []
  let more = true
  return (date: string) => {
    while (more && (known.at(-1)?.before ?? '') < date) {
      const [our, their] = [ours.next().value, theirs.next().value]
      if (our && their) known.push({ before: our, after: their })
      else more = false
    }
    return known.findLast((day) => day.before <= date)
  }
}

/** The days that a rule names, without its end and its blackouts. */
function* daysFrom(schedule: Schedule, date: string): Generator<string, undefined, undefined> {
  const { ends: _ends, blackouts: _blackouts, ...rule } = withoutExceptions(schedule)
  let last = ''
  for (const { local } of slots(rule, instantOf(`${date}T00:00`, schedule.timeZone))) {
    const day = local.slice(0, 10)
    if (day > last && day >= date) yield (last = day)
  }
}

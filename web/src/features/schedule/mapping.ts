import type { Schedule } from '@carillon/contract/schedule'
import type { Rule, RuleOf } from '@carillon/contract/schedule/rule'
import { emptyTimetable, startsMatter, type Timetable } from './timetable.ts'

/** The fields that show a schedule; what its rule does not name is as in an empty timetable. */
export function timetableOf(schedule: Schedule, local: string): Timetable {
  const { rule, starts, ends, blackouts, jitterMinutes, spreadMinutes, seed } = schedule
  return {
    ...emptyTimetable(local),
    ...fieldsOf(rule),
    starts: starts ?? '',
    ...(ends ? endsFields(ends) : {}),
    blackouts: blackouts ?? [],
    jitterMinutes: jitterMinutes ?? 0,
    spreadMinutes: spreadMinutes ?? 0,
    ...(seed === undefined ? {} : { seed }),
  }
}

/**
 * The schedule that the fields mean. Its skipped and moved slots stay those of `before`: they are
 * changed one by one, not with the rule.
 */
export function scheduleOf(form: Timetable, timeZone: string, before?: Schedule): Schedule {
  const { kind, starts, blackouts, jitterMinutes, spreadMinutes, seed } = form
  return {
    timeZone,
    rule: ruleOf(form),
    ...(starts && startsMatter(kind) ? { starts } : {}),
    ...endsOf(form),
    ...(before?.skips ? { skips: before.skips } : {}),
    ...(before?.moves ? { moves: before.moves } : {}),
    ...(blackouts.length > 0 ? { blackouts } : {}),
    ...(jitterMinutes === 0 ? {} : { jitterMinutes }),
    ...(spreadMinutes === 0 ? {} : { spreadMinutes }),
    ...(seed === undefined ? {} : { seed }),
  }
}

function fieldsOf(rule: Rule): Partial<Timetable> {
  switch (rule.kind) {
    case 'once':
      return { kind: 'dates', dates: [rule.at] }
    case 'weekly':
      return { kind: 'weekly', days: rule.days, times: rule.at, interval: rule.everyWeeks ?? 1 }
    case 'daily':
      return { kind: 'daily', times: rule.at, interval: rule.everyDays }
    case 'monthly':
      return { kind: 'monthly', times: rule.at, interval: rule.everyMonths ?? 1, ...onFields(rule) }
    case 'every': {
      const { n, unit, anchor, window } = rule
      const windowed = window
        ? { windowed: true, window: { ...window, days: window.days ?? [] } }
        : {}
      return { kind: 'every', n, unit, anchor, ...windowed }
    }
    case 'dates':
      return { kind: 'dates', dates: rule.at }
    case 'cron':
      return { kind: 'cron', expression: rule.expression }
  }
}

function ruleOf(form: Timetable): Rule {
  const { kind, interval, days, times, n, unit, anchor, dates, expression } = form
  switch (kind) {
    case 'weekly':
      return { kind, days, at: times, ...(interval === 1 ? {} : { everyWeeks: interval }) }
    case 'daily':
      return { kind, everyDays: interval, at: times }
    case 'monthly':
      return {
        kind,
        on: onOf(form),
        at: times,
        ...(interval === 1 ? {} : { everyMonths: interval }),
      }
    case 'every':
      return { kind, n, unit, anchor, ...windowOf(form) }
    case 'dates':
      return { kind, at: dates }
    case 'cron':
      return { kind, expression }
  }
}

function onFields({ on }: RuleOf<'monthly'>): Partial<Timetable> {
  if ('nth' in on) return { on: 'nth', nth: nthWord(on.nth), weekday: on.weekday }
  return on.day === 'last' ? { on: 'last' } : { on: 'day', day: on.day }
}

function onOf({ on, day, nth, weekday }: Timetable): RuleOf<'monthly'>['on'] {
  if (on === 'nth') return { nth: nth === 'last' ? 'last' : Number(nth), weekday }
  return { day: on === 'last' ? 'last' : day }
}

const nthWord = (nth: number | 'last') => String(nth) as Timetable['nth']

function windowOf({ windowed, window: { from, to, days } }: Timetable) {
  if (!windowed) return {}
  return { window: { from, to, ...(days.length > 0 && days.length < 7 ? { days } : {}) } }
}

const endsFields = (ends: NonNullable<Schedule['ends']>): Partial<Timetable> =>
  'on' in ends ? { ends: 'on', endsOn: ends.on } : { ends: 'after', endsAfter: ends.after }

function endsOf({ ends, endsOn, endsAfter }: Timetable): Pick<Schedule, 'ends'> {
  if (ends === 'never') return {}
  return { ends: ends === 'on' ? { on: endsOn } : { after: endsAfter } }
}

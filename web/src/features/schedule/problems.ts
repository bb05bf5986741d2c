import { Schedule } from '@carillon/contract/schedule/schedule'
import { scheduleOf } from './mapping.ts'
import type { Kind, Timetable } from './timetable.ts'

export type TimetableProblem = { field: TimetableField; message: string }
export type TimetableField = Exclude<keyof Timetable, 'seed' | 'kind'> | 'timeZone'

/** What is wrong with the fields, each in words and said once. */
export function problemsOf(form: Timetable, timeZone: string): TimetableProblem[] {
  const { error } = Schedule.safeParse(scheduleOf(form, timeZone))
  const found = (error?.issues ?? []).map(({ path, message }) => {
    const field = fieldAt(path.join('.'), form)
    return { field, message: isVague(message) ? (plain[field] ?? message) : message }
  })
  // A list says the same of each of its lines.
  return found.filter(
    ({ field }, index) => found.findIndex((other) => other.field === field) === index,
  )
}

/** The field that shows a place of a schedule: `rule.at.0` is one of the times. */
export function fieldAt(
  path: string,
  { kind, ends }: Pick<Timetable, 'kind' | 'ends'>,
): TimetableField {
  const parts = path.split('.')
  const inRule = parts[0] === 'rule'
  const name = (inRule ? parts[1] : parts[0]) ?? ''
  if (inRule && kind === 'dates') return 'dates'
  if (name === 'ends') return ends === 'after' ? 'endsAfter' : 'endsOn'
  return (inRule ? ruleFields : fields)[name] ?? mainField[kind]
}

const ruleFields: Partial<Record<string, TimetableField>> = {
  at: 'times',
  days: 'days',
  everyWeeks: 'interval',
  everyDays: 'interval',
  everyMonths: 'interval',
  on: 'day',
  n: 'n',
  unit: 'n',
  anchor: 'anchor',
  window: 'window',
  expression: 'expression',
}

const fields: Partial<Record<string, TimetableField>> = {
  timeZone: 'timeZone',
  starts: 'starts',
  blackouts: 'blackouts',
  jitterMinutes: 'jitterMinutes',
  spreadMinutes: 'spreadMinutes',
}

/** Where something is said about a rule as a whole. */
const mainField: Record<Kind, TimetableField> = {
  weekly: 'times',
  daily: 'times',
  monthly: 'times',
  every: 'n',
  dates: 'dates',
  cron: 'expression',
}

/** Said where a choice of several shapes does not say which of them was wrong. */
const plain: Partial<Record<TimetableField, string>> = {
  day: 'Choose a day from 1 to 31.',
  endsOn: 'Choose the day it ends on.',
  endsAfter: 'Give a whole number.',
}

const isVague = (message: string) =>
  /^(Invalid|Choose a day from 1 to 31,|Choose the day it ends on,)/.test(message)

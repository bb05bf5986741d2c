/** A parsed cron expression: which days of which months, and the minutes of such a day. */
export type Cron = {
  /** Minutes after midnight, in order. */
  times: readonly number[]
  /** 1–12. */
  months: ReadonlySet<number>
  /** Days of the month, 1–31; `lastDay` adds the last one, however many it has. */
  days: ReadonlySet<number>
  lastDay: boolean
  /** 0 is Sunday. */
  weekdays: ReadonlySet<number>
  /** The nth such weekday of the month; `last` is the last one. */
  nths: readonly { weekday: number; nth: number | 'last' }[]
  /** Both the day of the month and the weekday are restricted. A day then matches if one of the two matches. */
  dayOrWeekday: boolean
}

/** Longest expression, in characters: real crontab lines are much shorter. */
export const CRON_MAX = 200

/**
 * Reads the five fields minute, hour, day of the month, month and weekday, or returns the problem in words. It accepts
 * `*`, lists, ranges, steps, names, `L` and `5L` for the last, `1#2` for the second Monday, and @hourly to @yearly.
 */
export function readCron(expression: string): { cron: Cron } | { problem: string } {
  const fields = cronFields(expression)
  if (fields.length !== 5) return { problem: SHAPE }
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  try {
    const minutes = read(minute, MINUTE)
    const hours = read(hour, HOUR)
    const parts = weekday.split(',')
    const nths = parts.flatMap(nthOf)
    const plainDays = without(day, (part) => part === 'l')
    const plainWeekdays = without(weekday, (part) => nthOf(part).length > 0)
    const months = new Set(read(month, MONTH))
    return {
      cron: {
        times: hours.flatMap((h) => minutes.map((m) => h * 60 + m)),
        months,
        days: new Set(plainDays === '' ? [] : read(plainDays, DAY)),
        lastDay: day.split(',').includes('l'),
        weekdays: new Set(
          (plainWeekdays === '' ? [] : read(plainWeekdays, WEEKDAY)).map((n) => n % 7),
        ),
        nths,
        dayOrWeekday: !isAny(day) && !isAny(weekday),
      },
    }
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message }
    throw error
  }
}

/** The fields of an expression, also of a nickname like @daily. */
export function cronFields(expression: string): string[] {
  const written = expression.trim().toLowerCase()
  return (nicknames[written] ?? written).split(/\s+/)
}

/** Whether a field restricts nothing: every minute, every day. */
export const isAny = (field: string) => field === '*' || field === '?'

const SHAPE =
  'Write five fields: minute, hour, day of the month, month, weekday. “0 9 * * 1” is every Monday at 09:00.'

const nicknames: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

type Field = { name: string; from: number; to: number; names?: readonly string[] }

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const DAYS = 'sun mon tue wed thu fri sat'.split(' ')
const MINUTE: Field = { name: 'minute', from: 0, to: 59 }
const HOUR: Field = { name: 'hour', from: 0, to: 23 }
const DAY: Field = { name: 'day of the month', from: 1, to: 31 }
const MONTH: Field = { name: 'month', from: 1, to: 12, names: ['', ...MONTHS] }
// Sunday is 0, and 7 too.
const WEEKDAY: Field = { name: 'weekday', from: 0, to: 7, names: DAYS }

class Unreadable extends Error {}

/** The values of a field, sorted, each once. */
function read(field: string, of: Field): number[] {
  const values = new Set(field.split(',').flatMap((part) => readPart(part, of)))
  return [...values].toSorted((a, b) => a - b)
}

function readPart(part: string, of: Field): number[] {
  const [range = '', step, more] = part.split('/')
  if (part === '' || more !== undefined) throw unreadable(part, of)
  const by = step === undefined ? 1 : wholeNumber(step, part, of)
  if (by < 1) throw new Unreadable(`The ${of.name} has a step of 0; use 1 or more.`)
  const [from, to] = endsOf(range, step !== undefined, part, of)
  const count = Math.floor((to - from) / by) + 1
  return Array.from({ length: count }, (_, n) => from + n * by)
}

/** The first and last value of a range; a single value with a step goes to the end. */
function endsOf(range: string, stepped: boolean, part: string, of: Field): [number, number] {
  // A star means 0 to 6, because 7 would be a second Sunday.
  if (isAny(range)) return [of.from, of === WEEKDAY ? 6 : of.to]
  const [first = '', last, more] = range.split('-')
  if (more !== undefined) throw unreadable(part, of)
  const from = valueOf(first, part, of)
  if (last === undefined) return [from, stepped ? (of === WEEKDAY ? 6 : of.to) : from]
  const end = valueOf(last, part, of)
  const to = of === WEEKDAY && end === 0 && from > 0 ? 7 : end
  if (to < from) {
    throw new Unreadable(`The ${of.name} goes backwards in “${part}”; write it as two ranges.`)
  }
  return [from, to]
}

function valueOf(text: string, part: string, of: Field): number {
  const named = text === '' ? -1 : (of.names?.indexOf(text) ?? -1)
  const value = named >= 0 ? named : wholeNumber(text, part, of)
  if (value < of.from || value > of.to) {
    throw new Unreadable(`The ${of.name} is ${of.from} to ${of.to}; “${part}” is not.`)
  }
  return value
}

function wholeNumber(text: string, part: string, of: Field): number {
  if (!/^\d{1,4}$/.test(text)) throw unreadable(part, of)
  return Number(text)
}

/** Reads `5l`, `fril` and `1#2`; returns an empty list for any other part. */
function nthOf(part: string): { weekday: number; nth: number | 'last' }[] {
  const [, last, weekday, nth] = /^(?:(\w+)l|(\w+)#([1-5]))$/.exec(part) ?? []
  const named = last ?? weekday
  if (named === undefined) return []
  return [{ weekday: valueOf(named, part, WEEKDAY) % 7, nth: last ? 'last' : Number(nth) }]
}

const without = (field: string, drop: (part: string) => boolean) =>
  field
    .split(',')
    .filter((part) => !drop(part))
    .join(',')

const unreadable = (part: string, of: Field) =>
  new Unreadable(`“${part}” cannot be read as the ${of.name}.`)

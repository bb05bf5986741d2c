import type { Cron } from '@carillon/contract/schedule/cron'
import type { RuleOf } from '@carillon/contract/schedule/rule'
import { cronOf } from './days.ts'
import { count, listed, MONTHS, nthWeekday, ordinal, WEEK, weekdayNames } from './english.ts'

/** Most times of a day that are listed. */
const LISTED_MAX = 6

/** A cron expression in words, followed by the expression: `At 09:00 on weekdays (cron 0 9 * * 1-5)`. */
export function cronWords(rule: RuleOf<'cron'>): string {
  const cron = cronOf(rule)
  const said = [timesWords(cron.times), daysWords(cron), monthsWords(cron)].filter(Boolean)
  const words = said.join(' ')
  return `${words[0]!.toUpperCase()}${words.slice(1)} (cron ${rule.expression.trim()})`
}

function timesWords(times: readonly number[]): string {
  const minutes = [...new Set(times.map((time) => time % 60))]
  const hours = [...new Set(times.map((time) => Math.floor(time / 60)))]
  const span = `from ${clock(times[0]!)} to ${clock(times.at(-1)!)}`
  const everyHour = stepOf(hours, 24) === 1
  if (times.length <= LISTED_MAX) return `at ${listed(times.map(clock))}`
  if (minutes.length === 1) {
    if (everyHour) return minutes[0] === 0 ? 'every hour' : `every hour at minute ${minutes[0]}`
    const step = evenStep(hours)
    if (step) return `every ${step === 1 ? 'hour' : count(step, 'hour')} ${span}`
  }
  const step = stepOf(minutes, 60)
  if (step && (everyHour || evenStep(hours) === 1)) {
    return `every ${step === 1 ? 'minute' : count(step, 'minute')}${everyHour ? '' : ` ${span}`}`
  }
  const which = `at minute ${listed(ranges(minutes, String))}`
  return everyHour ? `${which} of every hour` : `${which} of hour ${listed(ranges(hours, String))}`
}

function daysWords(cron: Cron): string {
  const anyDate = cron.days.size === 31
  const anyWeekday = cron.weekdays.size === 7
  const dates = ranges([...cron.days], ordinal)
  const onDates = `the ${listed([...dates, ...(cron.lastDay ? ['last day'] : [])])}`
  const weekdays = WEEK.filter((_, n) => cron.weekdays.has((n + 1) % 7))
  const nths = cron.nths.map(
    ({ weekday, nth }) => `the ${nthWeekday(nth, WEEK[(weekday + 6) % 7]!)}`,
  )
  const onWeekdays = listed([...(weekdays.length > 0 ? [weekdayNames(weekdays)] : []), ...nths])
  if (cron.dayOrWeekday) {
    if (anyDate || anyWeekday) return 'every day'
    return `on ${onDates} of the month and also on ${onWeekdays}`
  }
  if (anyDate && anyWeekday) return 'every day'
  return anyDate ? `on ${onWeekdays}` : `on ${onDates} of the month`
}

const monthsWords = ({ months }: Cron) =>
  months.size === 12 ? '' : `in ${listed(ranges([...months], (month) => MONTHS[month - 1]!))}`

/** Three and more in a row become a range: `1st to 7th`. */
function ranges(numbers: readonly number[], word: (n: number) => string): string[] {
  const runs: number[][] = []
  for (const n of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === n - 1) run.push(n)
    else runs.push([n])
  }
  return runs.flatMap((run) =>
    run.length < 3 ? run.map(word) : [`${word(run[0]!)} to ${word(run.at(-1)!)}`],
  )
}

/** The step of numbers that divide a cycle evenly: 15 for 0, 15, 30, 45 of 60. */
function stepOf(numbers: readonly number[], round: number): number | undefined {
  const step = round / numbers.length
  return numbers.every((n, at) => n === at * step) ? step : undefined
}

/** The step of evenly spaced numbers. */
function evenStep(numbers: readonly number[]): number | undefined {
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0)
  return step > 0 && numbers.every((n, at) => n === numbers[0]! + at * step) ? step : undefined
}

const clock = (time: number) =>
  [Math.floor(time / 60), time % 60].map((n) => String(n).padStart(2, '0')).join(':')

import type { Schedule } from '@carillon/contract/schedule'
import type { Rule } from '@carillon/contract/schedule/rule'
import { slotAfter, slots as slotsOf } from '../server/src/schedule/rules.ts'
import { median, say } from './figures.ts'

/** The promise, in slots a second of one core: a preview of a month must not be felt. */
const BAR = 20_000
const BAR_CRON = 4_000

const SLOTS = 3_000
const ROUNDS = 3

const FROM = new Date('2026-11-21T12:00Z')

/** One rule of each kind; those that fire often and those that hop over months. */
const rules: Record<string, Rule> = {
  weekly: { kind: 'weekly', days: ['mon', 'thu'], at: ['09:00', '18:00'], everyWeeks: 2 },
  'every 5 minutes': { kind: 'every', n: 5, unit: 'minute', anchor: '2026-11-21T08:00' },
  'every 90 minutes in a window': {
    kind: 'every',
    n: 90,
    unit: 'minute',
    anchor: '2026-11-21T08:00',
    window: { from: '08:00', to: '22:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] },
  },
  daily: { kind: 'daily', everyDays: 3, at: ['02:30'] },
  'monthly, 31st': { kind: 'monthly', on: { day: 31 }, at: ['09:00'] },
  'monthly, last Friday': { kind: 'monthly', on: { nth: 'last', weekday: 'fri' }, at: ['09:00'] },
  'dates, 250 of them': { kind: 'dates', at: Array.from({ length: 250 }, (_, n) => day(n)) },
  'cron */15 8-17 * * 1-5': { kind: 'cron', expression: '*/15 8-17 * * 1-5' },
  'cron 0 9 29 2 *': { kind: 'cron', expression: '0 9 29 2 *' },
}

/**
 * How many slots a second of one core every kind of rule names: one after the other, as a preview
 * reads them, and each asked for anew from a schedule just read, as the planner does.
 */
export async function slots(): Promise<boolean> {
  let held = true
  for (const [name, rule] of Object.entries(rules)) {
    const schedule = { timeZone: 'Europe/Berlin', rule, starts: '2026-11-21', seed: 1 }
    const listed = rate(() => list(schedule))
    const planned = rate(() => plan(JSON.stringify(schedule)))
    const bar = rule.kind === 'cron' ? BAR_CRON : BAR
    const ok = listed >= bar && planned >= bar
    held &&= ok
    const figures = `${words(listed)} listed, ${words(planned)} planned one by one`
    say(`slots  ${name.padEnd(28)} ${figures}  bar: ${words(bar)}  ${ok ? 'held' : 'MISSED'}`)
  }
  return held
}

/** Slots a second of processor time, the middle of several rounds after one that warms up. */
function rate(name: () => number): number {
  name()
  const rates = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    const count = name()
    const { user, system } = process.cpuUsage(before)
    return count / ((user + system) / 1e6)
  })
  return median(rates)
}

function list(schedule: Schedule): number {
  let count = 0
  while (count < SLOTS) {
    for (const _ of slotsOf(schedule, FROM)) if (++count >= SLOTS) break
  }
  return count
}

function plan(kept: string): number {
  let count = 0
  while (count < SLOTS) {
    let at: Date | undefined = FROM
    for (; at && count < SLOTS; count++) at = slotAfter(JSON.parse(kept) as Schedule, at)?.at
  }
  return count
}

/** A date each week from the first on. */
function day(n: number): string {
  return new Date(Date.parse('2026-11-22T09:00Z') + n * 7 * 86_400_000).toISOString().slice(0, 16)
}

const words = (n: number) => `${Math.round(n).toLocaleString('en')}/s`

import { describe, expect, test } from 'vitest'
import { readCron } from './schedule/cron.ts'
import { Schedule } from './schedule/schedule.ts'

const weekly = { kind: 'weekly', days: ['mon', 'thu'], at: ['09:00'] }
const every = { kind: 'every', n: 90, unit: 'minute', anchor: '2026-12-01T08:00' }
const monthly = { kind: 'monthly', on: { day: 31 }, at: ['09:00'] }
const berlin = (rule: unknown, more: object = {}) => ({ timeZone: 'Europe/Berlin', rule, ...more })

test.each([
  berlin({ kind: 'once', at: '2026-12-01T09:00' }),
  berlin({ ...weekly, everyWeeks: 2 }, { starts: '2026-12-01', ends: { on: '2026-12-01' } }),
  berlin({ ...every, window: { from: '08:00', to: '22:00' } }, { ends: { after: 10 } }),
  // Past midnight.
  berlin({ ...every, window: { from: '22:00', to: '02:00', days: ['fri', 'sat'] } }),
  berlin({ kind: 'daily', everyDays: 3, at: ['09:00', '18:00'] }, { skips: ['2026-12-04T09:00'] }),
  berlin(monthly, { moves: [{ from: '2027-02-28T09:00', to: '2027-03-01T10:00' }] }),
  berlin({ ...monthly, on: { day: 'last' }, everyMonths: 3 }),
  berlin({ ...monthly, on: { nth: 'last', weekday: 'fri' } }, { jitterMinutes: 30, seed: 7 }),
  berlin({ kind: 'dates', at: ['2026-12-24T18:00', '2028-02-29T18:00'] }, { spreadMinutes: 60 }),
  berlin({ kind: 'cron', expression: '*/15 8-17 * * mon-fri' }),
  berlin(weekly, { blackouts: [{ from: '2026-12-24', to: '2026-12-24' }] }),
])('a schedule keeps what it says: %j', (schedule) => {
  expect(Schedule.parse(schedule)).toEqual(schedule)
})

const dates = (n: number) => Array.from({ length: n }, () => '2026-12-01T09:00')

/** What is wrong, with its field. */
const refused: [schedule: unknown, path: string, message: string][] = [
  [{ ...berlin(weekly), timeZone: 'Europe/Atlantis' }, 'timeZone', 'Choose a time zone from'],
  [berlin(undefined), 'rule', 'Choose how it repeats'],
  [berlin({ kind: 'hourly' }), 'rule.kind', 'Choose how it repeats'],
  [berlin({ kind: 'once', at: '2026-02-30T09:00' }), 'rule.at', 'This date or time does not exist'],
  [berlin({ kind: 'once', at: '9999-01-01T09:00' }), 'rule.at', 'Choose a year from 1970 to 2199'],
  [berlin({ ...weekly, days: [] }), 'rule.days', 'Choose at least one day.'],
  [berlin({ ...weekly, days: ['monday'] }), 'rule.days.0', 'Choose a day of the week'],
  [berlin({ ...weekly, at: [] }), 'rule.at', 'Add at least one time.'],
  [berlin({ ...weekly, at: ['9:00'] }), 'rule.at.0', 'Give a time from 00:00 to 23:59'],
  [berlin({ ...weekly, at: ['24:00'] }), 'rule.at.0', 'Give a time from 00:00 to 23:59'],
  [berlin({ ...weekly, at: Array(97).fill('09:00') }), 'rule.at', 'Use at most 96 times a day.'],
  [berlin({ ...weekly, everyWeeks: 0 }), 'rule.everyWeeks', 'Use at least 1.'],
  [berlin({ ...weekly, everyWeeks: 53 }), 'rule.everyWeeks', 'Use at most 52.'],
  [berlin({ ...every, n: 0 }), 'rule.n', 'Use at least 1.'],
  [berlin({ ...every, n: 1.5 }), 'rule.n', 'Give a whole number.'],
  [berlin({ ...every, n: 20_000 }), 'rule.n', 'Use at most 10,080.'],
  [berlin({ ...every, unit: 'day' }), 'rule.unit', 'Choose minutes or hours.'],
  [berlin({ ...every, anchor: '08:00' }), 'rule.anchor', 'Give a date and a time'],
  [
    berlin({ ...every, window: { from: '08:00', to: '08:00' } }),
    'rule.window.to',
    'The window must end at another time',
  ],
  [
    berlin({ ...every, window: { from: '08:00', to: '22:00', days: [] } }),
    'rule.window.days',
    'Choose at least one day.',
  ],
  [berlin({ kind: 'daily', everyDays: 400, at: ['09:00'] }), 'rule.everyDays', 'Use at most 366.'],
  [berlin({ ...monthly, on: { day: 32 } }), 'rule.on.day', 'Use at most 31.'],
  [berlin({ ...monthly, on: { nth: 6, weekday: 'mon' } }), 'rule.on.nth', 'Use at most 5.'],
  [berlin({ ...monthly, on: {} }), 'rule.on', 'Choose a day from 1 to 31'],
  [berlin({ ...monthly, everyMonths: 61 }), 'rule.everyMonths', 'Use at most 60.'],
  [berlin({ kind: 'dates', at: [] }), 'rule.at', 'Add at least one date.'],
  [berlin({ kind: 'dates', at: dates(1_001) }), 'rule.at', 'Use at most 1,000 dates.'],
  [berlin({ kind: 'cron', expression: '' }), 'rule.expression', 'Write five fields'],
  [berlin({ kind: 'cron', expression: '0 25 * * *' }), 'rule.expression', 'The hour is 0 to 23'],
  [berlin(weekly, { starts: '2026-02-29' }), 'starts', 'This day does not exist.'],
  [berlin(weekly, { starts: 'today' }), 'starts', 'Give a day, like 2026-12-01.'],
  [
    berlin(weekly, { starts: '2026-12-02', ends: { on: '2026-12-01' } }),
    'ends.on',
    'before the sta',
  ],
  [berlin(weekly, { ends: { after: 0 } }), 'ends.after', 'Use at least 1.'],
  [berlin(weekly, { ends: {} }), 'ends', 'Choose the day it ends on'],
  [berlin(weekly, { skips: dates(1_001) }), 'skips', 'Use at most 1,000.'],
  [berlin(weekly, { skips: ['tomorrow'] }), 'skips.0', 'Give a date and a time'],
  [
    berlin(weekly, { moves: [{ from: '2026-12-03T09:00', to: '2026-12-03T09:00' }] }),
    'moves.0.to',
    'Move it to another time than its own.',
  ],
  [
    berlin(weekly, {
      skips: ['2026-12-03T09:00'],
      moves: [{ from: '2026-12-03T09:00', to: '2026-12-04T09:00' }],
    }),
    'moves.0.from',
    'This time is skipped or moved already.',
  ],
  [
    berlin(weekly, { blackouts: [{ from: '2026-12-24', to: '2026-12-23' }] }),
    'blackouts.0.to',
    'The end is before the start.',
  ],
  [berlin(weekly, { jitterMinutes: 31 }), 'jitterMinutes', 'Use at most 30.'],
  [berlin(weekly, { spreadMinutes: -1 }), 'spreadMinutes', 'Use at least 0.'],
  [berlin(weekly, { seed: 2 ** 32 }), 'seed', 'Use at most 4,294,967,295.'],
]

test.each(refused)('%j is refused at %s: %s', (schedule, path, message) => {
  const issues = Schedule.safeParse(schedule).error?.issues ?? []
  expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
    [path, expect.stringContaining(message)],
  ])
})

describe('a cron expression', () => {
  test.each([
    ['0 9 * *', 'Write five fields'],
    ['0 0 9 * * 1', 'Write five fields'],
    ['60 9 * * *', 'The minute is 0 to 59; “60” is not.'],
    ['0 9 0 * *', 'The day of the month is 1 to 31; “0” is not.'],
    ['0 9 * 13 *', 'The month is 1 to 12; “13” is not.'],
    ['0 9 * * 8', 'The weekday is 0 to 7; “8” is not.'],
    ['0 9 * * 1#6', '“1#6” cannot be read as the weekday.'],
    ['0 9 * * monday', '“monday” cannot be read as the weekday.'],
    ['0 17-9 * * *', 'The hour goes backwards in “17-9”; write it as two ranges.'],
    ['*/0 9 * * *', 'The minute has a step of 0; use 1 or more.'],
    ['1,,2 9 * * *', '“” cannot be read as the minute.'],
    ['1-2-3 9 * * *', '“1-2-3” cannot be read as the minute.'],
    ['*/5/5 9 * * *', '“*/5/5” cannot be read as the minute.'],
    ['-5 9 * * *', '“-5” cannot be read as the minute.'],
    ['0 9 15w * *', '“15w” cannot be read as the day of the month.'],
    ['0 l * * *', '“l” cannot be read as the hour.'],
  ])('%s is refused: %s', (expression, problem) => {
    expect(readCron(expression)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test.each<[string, object]>([
    ['5 9 * * *', { times: [545], dayOrWeekday: false }],
    ['*/20 9,17 * * *', { times: [540, 560, 580, 1020, 1040, 1060] }],
    ['10-30/10 0 * * *', { times: [10, 20, 30] }],
    ['50/5 0 * * *', { times: [50, 55] }],
    ['0 0 1,15 * *', { days: new Set([1, 15]), lastDay: false, dayOrWeekday: false }],
    ['0 0 L * *', { days: new Set(), lastDay: true }],
    ['0 0 15,L * ?', { days: new Set([15]), lastDay: true, dayOrWeekday: false }],
    ['0 0 * JAN,6-7 *', { months: new Set([1, 6, 7]) }],
    ['0 0 * * 7', { weekdays: new Set([0]) }],
    ['0 0 * * sat-sun', { weekdays: new Set([6, 0]) }],
    ['0 0 * * MON-FRI', { weekdays: new Set([1, 2, 3, 4, 5]) }],
    ['0 0 * * 5L', { weekdays: new Set(), nths: [{ weekday: 5, nth: 'last' }] }],
    ['0 0 * * tue#2,fri', { weekdays: new Set([5]), nths: [{ weekday: 2, nth: 2 }] }],
    ['0 0 13 * 5', { days: new Set([13]), weekdays: new Set([5]), dayOrWeekday: true }],
    [' @Daily ', { times: [0], dayOrWeekday: false }],
  ])('%s is read', (expression, cron) => {
    expect(readCron(expression)).toEqual({ cron: expect.objectContaining(cron) })
  })
})

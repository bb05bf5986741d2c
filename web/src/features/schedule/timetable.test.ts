import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { scheduleOf, timetableOf } from './mapping.ts'
import { fieldAt, problemsOf } from './problems.ts'
import { emptyTimetable, firstOf, type Timetable, weekdayOf } from './timetable.ts'

const NEAR = '2026-12-01T09:00'
const empty = emptyTimetable(NEAR)
const timeZone = 'Europe/Berlin'

/** One of each, with what can go wrong on the way: last days, open windows, both ways to end. */
const schedules: Schedule[] = [
  { timeZone, rule: { kind: 'weekly', days: ['mon', 'thu'], at: ['09:00', '18:00'] } },
  {
    timeZone,
    rule: { kind: 'weekly', days: ['sun'], at: ['07:15'], everyWeeks: 2 },
    starts: '2026-12-06',
  },
  { timeZone, rule: { kind: 'daily', everyDays: 3, at: ['23:59'] }, ends: { on: '2027-01-31' } },
  { timeZone, rule: { kind: 'monthly', on: { day: 31 }, at: ['09:00'] }, ends: { after: 12 } },
  { timeZone, rule: { kind: 'monthly', on: { day: 'last' }, at: ['09:00'], everyMonths: 3 } },
  { timeZone, rule: { kind: 'monthly', on: { nth: 2, weekday: 'tue' }, at: ['09:00'] } },
  { timeZone, rule: { kind: 'monthly', on: { nth: 'last', weekday: 'fri' }, at: ['17:00'] } },
  { timeZone, rule: { kind: 'every', n: 90, unit: 'minute', anchor: NEAR } },
  {
    timeZone,
    rule: {
      kind: 'every',
      n: 4,
      unit: 'hour',
      anchor: NEAR,
      window: { from: '08:00', to: '22:00' },
    },
  },
  {
    timeZone,
    rule: {
      kind: 'every',
      n: 1,
      unit: 'hour',
      anchor: NEAR,
      window: { from: '22:00', to: '02:00', days: ['sat'] },
    },
  },
  { timeZone, rule: { kind: 'dates', at: ['2026-12-24T18:00', '2026-12-31T23:30'] } },
  { timeZone, rule: { kind: 'cron', expression: '0 9 * * mon-fri' } },
  {
    timeZone,
    rule: { kind: 'daily', everyDays: 1, at: ['09:00'] },
    blackouts: [{ from: '2026-12-24', to: '2026-12-26' }],
    jitterMinutes: 10,
    spreadMinutes: 60,
    seed: 7,
  },
]

test.each(schedules.map((schedule) => [JSON.stringify(schedule.rule), schedule] as const))(
  '%s becomes fields and the same schedule again',
  (_, schedule) => {
    const form = timetableOf(schedule, NEAR)
    expect(scheduleOf(form, timeZone)).toEqual(schedule)
    expect(problemsOf(form, timeZone)).toEqual([])
  },
)

test('an empty timetable is right: every week on the day and at the time that are near', () => {
  expect(problemsOf(empty, timeZone)).toEqual([])
  expect(scheduleOf(empty, timeZone)).toEqual({
    timeZone,
    rule: { kind: 'weekly', days: ['tue'], at: ['09:00'] },
  })
})

test('another kind of rule leaves what the fields of the others hold', () => {
  const monthly = timetableOf(schedules[5] ?? never(), NEAR)
  expect(scheduleOf({ ...monthly, kind: 'daily' }, timeZone).rule).toEqual({
    kind: 'daily',
    everyDays: 1,
    at: ['09:00'],
  })
})

test('skipped and moved slots outlive a change of the rule, for the server to judge', () => {
  const before: Schedule = {
    timeZone,
    rule: { kind: 'daily', everyDays: 1, at: ['09:00'] },
    skips: ['2026-12-02T09:00'],
    moves: [{ from: '2026-12-03T09:00', to: '2026-12-03T10:00' }],
  }
  expect(scheduleOf(empty, timeZone, before)).toMatchObject({
    skips: before.skips,
    moves: before.moves,
  })
})

test('a first day is not said where the rule begins by itself', () => {
  const dates: Timetable = { ...empty, kind: 'dates', starts: '2026-12-05' }
  expect(scheduleOf(dates, timeZone)).not.toHaveProperty('starts')
})

const wrong: [string, Partial<Timetable>, string, RegExp][] = [
  ['no day', { days: [] }, 'days', /at least one day/],
  ['no time', { times: [] }, 'times', /at least one time/],
  ['an empty time', { times: ['09:00', ''] }, 'times', /09:00/],
  ['no number', { interval: Number.NaN }, 'interval', /whole number/],
  ['a 32nd', { kind: 'monthly', day: 32 }, 'day', /at most 31/],
  ['every 0 hours', { kind: 'every', n: 0 }, 'n', /at least 1/],
  ['an empty anchor', { kind: 'every', anchor: '' }, 'anchor', /date and a time/],
  ['no dates', { kind: 'dates', dates: [] }, 'dates', /at least one date/],
  ['half a cron', { kind: 'cron', expression: '0 9' }, 'expression', /five fields/],
  ['no last day', { ends: 'on', endsOn: '' }, 'endsOn', /Choose|Give/],
  ['no number of times', { ends: 'after', endsAfter: Number.NaN }, 'endsAfter', /whole number/],
  [
    'an end before the start',
    { starts: '2026-12-10', ends: 'on', endsOn: '2026-12-09' },
    'endsOn',
    /before the start/,
  ],
  ['jitter of an hour', { jitterMinutes: 60 }, 'jitterMinutes', /at most 30/],
  [
    'a period that ends before it begins',
    { blackouts: [{ from: '2026-12-26', to: '2026-12-24' }] },
    'blackouts',
    /before the start/,
  ],
]

test.each(wrong)('%s is told at its field', (_, change, field, words) => {
  const problems = problemsOf({ ...empty, ...change }, timeZone)
  expect(problems.map((problem) => problem.field)).toEqual([field])
  expect(problems[0]?.message).toMatch(words)
})

test('what the server says about a schedule has a field too', () => {
  const field = (path: string, change: Partial<Timetable>) => fieldAt(path, { ...empty, ...change })
  expect(field('rule.at.0', { kind: 'weekly' })).toBe('times')
  expect(field('rule.at.3', { kind: 'dates' })).toBe('dates')
  expect(field('rule.window.to', { kind: 'every' })).toBe('window')
  expect(field('rule', { kind: 'cron' })).toBe('expression')
  expect(field('ends.after', { ends: 'after' })).toBe('endsAfter')
})

test('a date has its day of the week', () => {
  expect(weekdayOf('2026-12-01')).toBe('tue')
  expect(weekdayOf('2026-12-06')).toBe('sun')
})

function never(): never {
  throw new Error('There is such a schedule.')
}

test('a preview names a time of the chosen kind of timetable', () => {
  const form = emptyTimetable('2026-12-01T09:00')
  const now = '2026-12-01T08:30'
  expect(firstOf(form, now)).toBe('2026-12-01T09:00')
  expect(firstOf({ ...form, kind: 'every', anchor: '2026-12-03T17:30' }, now)).toBe(
    '2026-12-03T17:30',
  )
  const dates = ['2026-12-09T20:00', '2026-12-05T19:00', '2026-11-30T10:00']
  expect(firstOf({ ...form, kind: 'dates', dates }, now)).toBe('2026-12-05T19:00')
  expect(firstOf({ ...form, kind: 'cron' }, now)).toBeUndefined()
})

import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { instant } from '../platform/clock.ts'
import { checkRule, checkSchedule, removeUnmatchedExceptions, completeSchedule } from './rules.ts'

const NOW = instant('2026-11-21T12:00Z')

const berlin = (rule: Schedule['rule'], more: Partial<Schedule> = {}): Schedule =>
  completeSchedule({ timeZone: 'Europe/Berlin', rule, ...more }, NOW, 0)
const mondays: Schedule['rule'] = { kind: 'weekly', days: ['mon'], at: ['09:00'] }
const cron = (expression: string): Schedule['rule'] => ({ kind: 'cron', expression })
const dates = (...at: string[]): Schedule['rule'] => ({ kind: 'dates', at })
const every24h = (window: { from: string; to: string }): Schedule['rule'] => ({
  kind: 'every',
  n: 24,
  unit: 'hour',
  anchor: '2026-12-01T08:00',
  window,
})

test.each<Schedule>([
  berlin({ kind: 'once', at: '2026-11-21T13:01' }),
  berlin(dates('2026-11-20T09:00', '2026-11-22T09:00')),
  berlin(mondays, { skips: ['2026-11-23T09:00'] }),
  berlin(mondays, { moves: [{ from: '2026-11-23T09:00', to: '2026-11-24T09:00' }] }),
  // Only in the years when February begins with a Saturday.
  berlin(
    { kind: 'monthly', on: { nth: 5, weekday: 'sat' }, at: ['09:00'], everyMonths: 12 },
    { starts: '2026-02-01' },
  ),
  berlin(cron('0 9 29 2 *')),
  // In summer the local time is an hour later.
  berlin(every24h({ from: '08:30', to: '09:30' })),
])('%j is well', (schedule) => {
  expect(checkSchedule(schedule, NOW)).toEqual([])
})

test.each<[Schedule, path: string, message: string]>([
  [berlin({ kind: 'once', at: '2026-11-21T12:59' }), 'rule.at', 'Send it now instead.'],
  [berlin({ kind: 'once', at: '2027-03-28T02:30' }), 'rule.at', 'jumps from 02:00 to 03:00'],
  [berlin(dates('2026-11-20T09:00')), 'rule.at', 'All of these times have passed.'],
  [berlin(dates('2026-12-20T09:00'), { starts: '2027-01-01' }), 'starts', 'before 2027-01-01'],
  [berlin(cron('0 9 31 2 *')), 'rule.expression', 'This never comes'],
  [berlin(cron('0 9 30 2 *')), 'rule.expression', 'This never comes'],
  [berlin(cron('0 9 31 4,6,9,11 *')), 'rule.expression', 'This never comes'],
  [berlin(every24h({ from: '10:00', to: '12:00' })), 'rule.window', 'None of its times'],
  [
    berlin(mondays, { starts: '2026-11-24', ends: { on: '2026-11-29' } }),
    'ends.on',
    'before its first time, 2026-11-30T09:00',
  ],
  [
    berlin(mondays, { starts: '2026-11-01', ends: { on: '2026-11-20' } }),
    'ends.on',
    'its last time has passed',
  ],
  [
    berlin(mondays, { starts: '2026-11-01', ends: { after: 3 } }),
    'ends',
    'its last time has passed',
  ],
  [
    berlin(mondays, { ends: { after: 2 }, skips: ['2026-11-23T09:00', '2026-11-30T09:00'] }),
    'skips',
    'Nothing is left',
  ],
  [
    berlin(mondays, { blackouts: [{ from: '2026-01-01', to: '2199-12-31' }] }),
    'blackouts',
    'Nothing is left',
  ],
  [
    berlin(mondays, { skips: ['2026-11-23T09:01'] }),
    'skips.0',
    'This schedule does not send at 2026-11-23T09:01',
  ],
  [
    berlin(mondays, { skips: ['2026-11-23T09:00', '2026-11-24T09:00'] }),
    'skips.1',
    'This schedule does not send at 2026-11-24T09:00, so there is nothing to skip.',
  ],
  [
    berlin(mondays, { moves: [{ from: '2026-11-24T09:00', to: '2026-11-25T09:00' }] }),
    'moves.0.from',
    'This schedule does not send at 2026-11-24T09:00, so there is nothing to move.',
  ],
  [
    berlin(mondays, { moves: [{ from: '2027-03-22T09:00', to: '2027-03-28T02:30' }] }),
    'moves.0.to',
    'jumps from 02:00 to 03:00',
  ],
  // What the rule names, but not any more.
  [
    berlin(mondays, { ends: { after: 1 }, skips: ['2026-11-30T09:00'] }),
    'skips.0',
    'This schedule does not send at 2026-11-30T09:00',
  ],
])('%j is refused at %s: %s', (schedule, path, message) => {
  expect(checkSchedule(schedule, NOW)).toEqual([
    { path: `schedule.${path}`, message: expect.stringContaining(message) },
  ])
})

test('what has passed makes sense all the same, and what never comes does not', () => {
  expect(checkRule(berlin({ kind: 'once', at: '2026-11-01T09:00' }))).toEqual([])
  expect(checkRule(berlin(cron('0 9 31 2 *')))).toHaveLength(1)
})

test('a slot that the clocks moved is skipped by the time that was asked for, and by the one shown', () => {
  const daily: Schedule['rule'] = { kind: 'daily', everyDays: 1, at: ['02:30'] }
  const skips = ['2027-03-28T02:30', '2027-03-28T03:30']
  expect(checkSchedule(berlin(daily, { skips }), NOW)).toEqual([])
})

test('after a change of the rule its exceptions that fit stay, the others are named', () => {
  const schedule = berlin(mondays, {
    skips: ['2026-11-23T09:00', '2026-11-24T09:00'],
    moves: [
      { from: '2026-11-30T09:00', to: '2026-12-01T09:00' },
      { from: '2026-11-30T18:00', to: '2026-12-01T18:00' },
    ],
  })
  expect(removeUnmatchedExceptions(schedule)).toEqual({
    schedule: { ...schedule, skips: ['2026-11-23T09:00'], moves: [schedule.moves![0]] },
    dropped: ['2026-11-24T09:00', '2026-11-30T18:00'],
  })
})

test('a thousand exceptions of a rule that fires each minute, or never, are judged without a walk', () => {
  const minuteOf = (day: string, n: number) => new Date(+instant(`${day}T00:00Z`) + n * 60_000)
  const locals = (day: string) =>
    Array.from({ length: 1_000 }, (_, n) => minuteOf(day, n).toISOString().slice(0, 16))
  const to = locals('2027-01-03')
  const moves = locals('2027-01-02').map((from, n) => ({ from, to: to[n]! }))
  const each = berlin(cron('* * * * *'), { skips: locals('2027-01-01'), moves })
  const never = berlin(every24h({ from: '11:00', to: '11:01' }), { skips: locals('2027-01-01') })
  const began = performance.now()
  expect(checkRule(each)).toEqual([])
  expect(removeUnmatchedExceptions(each).dropped).toEqual([])
  expect(removeUnmatchedExceptions(never).dropped).toHaveLength(1_000)
  // A tenth of a second where nothing else runs; the walks took half a minute.
  expect(performance.now() - began).toBeLessThan(5_000)
})

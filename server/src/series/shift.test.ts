import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { firstSlots } from '../schedule/rules.ts'
import { ruleSlot } from '../schedule/rules.ts'
import { instantOf } from './rules.ts'
import { shiftFrom } from './actions.ts'

/** In UTC, from 1 June 2026, a Monday. */
const of = (rule: Schedule['rule'], more: Partial<Schedule> = {}): Schedule => ({
  timeZone: 'UTC',
  starts: '2026-06-01',
  rule,
  ...more,
})

function shift(schedule: Schedule, from: string, to: string) {
  const slot = ruleSlot(schedule, instantOf(from, schedule.timeZone))
  if (!slot) throw new Error(`It has no ${from}.`)
  return shiftFrom(schedule, slot, to)
}

const weekdays = { kind: 'weekly', days: ['mon', 'wed'], at: ['09:00'] } as const

test.for<[what: string, schedule: Schedule, from: string, to: string, first: string[]]>([
  [
    'weekdays move by as many days',
    of({ ...weekdays, days: [...weekdays.days], at: ['09:00', '18:00'] }),
    '2026-06-03T09:00',
    '2026-06-04T10:00',
    ['2026-06-04T10:00', '2026-06-04T18:00', '2026-06-09T10:00', '2026-06-09T18:00'],
  ],
  [
    'weekdays move over the end of the week',
    of({ kind: 'weekly', days: ['sat', 'sun'], at: ['09:00'] }),
    '2026-06-06T09:00',
    '2026-06-07T09:00',
    ['2026-06-07T09:00', '2026-06-08T09:00', '2026-06-14T09:00'],
  ],
  [
    'every second week counts from the week it moved to',
    of({ kind: 'weekly', days: ['sun'], at: ['09:00'], everyWeeks: 2 }),
    '2026-06-07T09:00',
    '2026-06-08T09:00',
    ['2026-06-08T09:00', '2026-06-22T09:00'],
  ],
  [
    'what the day had before the slot is not sent twice',
    of({ kind: 'daily', everyDays: 1, at: ['08:00', '12:00'] }),
    '2026-06-03T12:00',
    '2026-06-04T13:00',
    ['2026-06-04T13:00', '2026-06-05T08:00', '2026-06-05T13:00'],
  ],
  [
    'every third day counts from the new one',
    of({ kind: 'daily', everyDays: 3, at: ['08:00'] }),
    '2026-06-04T08:00',
    '2026-06-03T08:00',
    ['2026-06-03T08:00', '2026-06-06T08:00'],
  ],
  [
    'a day of the month',
    of({ kind: 'monthly', on: { day: 15 }, at: ['08:00'] }),
    '2026-06-15T08:00',
    '2026-06-17T09:00',
    ['2026-06-17T09:00', '2026-07-17T09:00'],
  ],
  [
    'the last day of the month to the first',
    of({ kind: 'monthly', on: { day: 'last' }, at: ['08:00'] }),
    '2026-06-30T08:00',
    '2026-07-01T08:00',
    ['2026-07-01T08:00', '2026-08-01T08:00'],
  ],
  [
    'the second Tuesday to the second Thursday',
    of({ kind: 'monthly', on: { nth: 2, weekday: 'tue' }, at: ['08:00'] }),
    '2026-06-09T08:00',
    '2026-06-11T08:00',
    ['2026-06-11T08:00', '2026-07-09T08:00'],
  ],
  [
    'the last Friday to the last Monday',
    of({ kind: 'monthly', on: { nth: 'last', weekday: 'fri' }, at: ['08:00'] }),
    '2026-06-26T08:00',
    '2026-06-29T08:00',
    ['2026-06-29T08:00', '2026-07-27T08:00'],
  ],
  [
    'elapsed time counts from the new anchor',
    of({ kind: 'every', n: 8, unit: 'hour', anchor: '2026-06-01T00:00' }),
    '2026-06-02T08:00',
    '2026-06-03T09:30',
    ['2026-06-03T09:30', '2026-06-03T17:30'],
  ],
  [
    'all later dates',
    of({ kind: 'dates', at: ['2026-06-02T09:00', '2026-06-05T09:00', '2026-06-07T18:00'] }),
    '2026-06-05T09:00',
    '2026-06-06T10:00',
    ['2026-06-06T10:00', '2026-06-08T18:00'],
  ],
  [
    'hour and minute of a cron expression',
    of({ kind: 'cron', expression: '0 9 * * 1-5' }),
    '2026-06-04T09:00',
    '2026-06-04T10:30',
    ['2026-06-04T10:30', '2026-06-05T10:30', '2026-06-08T10:30'],
  ],
  [
    'one of the hours of a cron expression',
    of({ kind: 'cron', expression: '15 9,18 * * *' }),
    '2026-06-04T18:15',
    '2026-06-04T20:15',
    ['2026-06-04T20:15', '2026-06-05T09:15', '2026-06-05T20:15'],
  ],
  [
    'weekdays of a cron expression',
    of({ kind: 'cron', expression: '0 9 * * sat,sun' }),
    '2026-06-06T09:00',
    '2026-06-07T08:00',
    ['2026-06-07T08:00', '2026-06-08T08:00', '2026-06-14T08:00'],
  ],
  [
    'the one day of a cron expression, or its nickname',
    of({ kind: 'cron', expression: '@monthly' }),
    '2026-07-01T00:00',
    '2026-07-03T07:00',
    ['2026-07-03T07:00', '2026-08-03T07:00'],
  ],
])('%s', ([, schedule, from, to, first]) => {
  const shifted = shift(schedule, from, to)
  if ('problem' in shifted) throw new Error(shifted.problem)
  const found = firstSlots(shifted.schedule, instantOf(schedule.starts!, 'UTC'), first.length)
  expect(found.map(({ local }) => local)).toEqual(first)
})

test.for<[schedule: Schedule, from: string, to: string, problem: RegExp]>([
  [
    of({ kind: 'weekly', days: ['sat', 'sun'], at: ['09:00'], everyWeeks: 2 }),
    '2026-06-06T09:00',
    '2026-06-07T09:00',
    /another week/,
  ],
  [
    of({ kind: 'cron', expression: '0,30 9 * * *' }),
    '2026-06-02T09:00',
    '2026-06-02T10:15',
    /cron expression cannot say that/,
  ],
  [
    of({ kind: 'cron', expression: '0 9 * * 1#2' }),
    '2026-06-08T09:00',
    '2026-06-09T09:00',
    /cron expression cannot say that/,
  ],
  [
    of({ kind: 'cron', expression: '0 9 31 * *' }),
    '2026-07-31T09:00',
    '2026-07-30T09:00',
    /cron expression cannot say that/,
  ],
  [
    of({
      kind: 'every',
      n: 1,
      unit: 'hour',
      anchor: '2026-06-01T08:00',
      window: { from: '08:00', to: '12:00' },
    }),
    '2026-06-02T08:00',
    '2026-06-02T13:00',
    /leaves this time out/,
  ],
  [of({ kind: 'once', at: '2026-06-02T08:00' }), '2026-06-02T08:00', '2026-06-02T13:00', /once/],
])('%j from %s to %s is refused', ([schedule, from, to, problem]) => {
  const shifted = shift(schedule, from, to)
  expect('problem' in shifted ? shifted.problem : shifted.schedule).toMatch(problem)
})

test('ends, skips and moves go along', () => {
  const schedule = of(
    { kind: 'daily', everyDays: 1, at: ['09:00'] },
    {
      ends: { on: '2026-06-10' },
      skips: ['2026-06-02T09:00', '2026-06-05T09:00'],
      moves: [{ from: '2026-06-06T09:00', to: '2026-06-06T12:00' }],
    },
  )
  const shifted = shift(schedule, '2026-06-04T09:00', '2026-06-05T10:00')
  expect(shifted).toMatchObject({
    schedule: {
      ends: { on: '2026-06-11' },
      skips: ['2026-06-06T10:00'],
      moves: [{ from: '2026-06-07T10:00', to: '2026-06-06T12:00' }],
    },
  })
  const counted = shift({ ...schedule, ends: { after: 5 } }, '2026-06-04T09:00', '2026-06-05T10:00')
  expect(counted).toMatchObject({ schedule: { ends: { after: 2 } } })
})

test.for<[what: string, schedule: Schedule, from: string, to: string, pairs: [string, string][]]>([
  [
    'weekdays of a month, whose distance changes',
    of({ kind: 'monthly', on: { nth: 2, weekday: 'tue' }, at: ['08:00', '18:00'] }),
    '2026-06-09T08:00',
    '2026-06-11T10:00',
    [
      ['2026-06-09T18:00', '2026-06-11T18:00'],
      ['2026-07-14T08:00', '2026-07-09T10:00'],
      ['2026-08-11T18:00', '2026-08-13T18:00'],
    ],
  ],
  [
    'days of months, which are not equally long',
    of({ kind: 'monthly', on: { day: 15 }, at: ['08:00'] }),
    '2026-06-15T08:00',
    '2026-07-05T08:00',
    [
      ['2026-07-15T08:00', '2026-08-05T08:00'],
      ['2027-01-15T08:00', '2027-02-05T08:00'],
    ],
  ],
  [
    'days without any between them',
    of(
      { kind: 'monthly', on: { day: 15 }, at: ['08:00'] },
      { blackouts: [{ from: '2026-07-10', to: '2026-07-20' }] },
    ),
    '2026-06-15T08:00',
    '2026-07-05T08:00',
    [['2026-08-15T08:00', '2026-09-05T08:00']],
  ],
  [
    'the one day of a cron expression',
    of({ kind: 'cron', expression: '0 8 28 * *' }),
    '2026-06-28T08:00',
    '2026-07-02T08:00',
    [['2026-07-28T08:00', '2026-08-02T08:00']],
  ],
  [
    'elapsed time over changing clocks',
    of(
      { kind: 'every', n: 24, unit: 'hour', anchor: '2026-10-20T09:00' },
      { timeZone: 'Europe/Berlin' },
    ),
    '2026-10-21T09:00',
    '2026-10-27T09:00',
    [
      ['2026-10-22T09:00', '2026-10-28T09:00'],
      ['2026-10-26T08:00', '2026-11-01T09:00'],
    ],
  ],
])('exceptions of later slots go along with them: %s', ([, schedule, from, to, pairs]) => {
  const skips = pairs.map(([before]) => before)
  const shifted = shift({ ...schedule, skips }, from, to)
  if ('problem' in shifted) throw new Error(shifted.problem)
  expect(shifted.schedule.skips).toEqual(pairs.map(([, after]) => after))
  expect(skips.map(shifted.move)).toEqual(shifted.schedule.skips)
  for (const local of shifted.schedule.skips!) {
    const { timeZone } = schedule
    const undark = { ...shifted.schedule, blackouts: [] }
    expect(ruleSlot(undark, instantOf(local, timeZone))?.local).toBe(local)
  }
})

test('the end of a series goes along with its last slot', () => {
  const schedule = of(
    { kind: 'monthly', on: { day: 15 }, at: ['08:00'] },
    { ends: { on: '2026-07-15' } },
  )
  const shifted = shift(schedule, '2026-06-15T08:00', '2026-07-05T08:00')
  if ('problem' in shifted) throw new Error(shifted.problem)
  const found = firstSlots(shifted.schedule, instantOf('2026-06-01T00:00', 'UTC'), 9)
  expect(found.map(({ local }) => local)).toEqual(['2026-07-05T08:00', '2026-08-05T08:00'])
})

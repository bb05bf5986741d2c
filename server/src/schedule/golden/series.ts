import type { Schedule, SlotMark } from '@carillon/contract/schedule'

/** Series worked out by hand, from a calendar and with the offsets whose sources are named in fact.ts. */
export type Series = {
  fact: string
  schedule: Schedule
  from: string
  slots: readonly [at: string, local: string, mark?: SlotMark][]
  /** Nothing follows. */
  ends?: true
}

const BERLIN = 'Europe/Berlin'
const daily = (...at: string[]): Schedule['rule'] => ({ kind: 'daily', everyDays: 1, at })
const monthly = (
  on: Extract<Schedule['rule'], { kind: 'monthly' }>['on'],
  everyMonths = 1,
): Schedule['rule'] => ({ kind: 'monthly', on, at: ['09:00'], everyMonths })
const cron = (expression: string): Schedule['rule'] => ({ kind: 'cron', expression })
const every = (n: number, anchor: string, window?: object): Schedule['rule'] => ({
  kind: 'every',
  n,
  unit: 'minute',
  anchor,
  ...(window ? { window: window as { from: string; to: string } } : {}),
})

export const series: Series[] = [
  {
    fact: 'A day that a month does not have falls on its last day, counted from the rule and not from the last slot',
    schedule: { timeZone: BERLIN, rule: monthly({ day: 31 }), starts: '2027-01-01' },
    from: '2027-01-01T00:00Z',
    slots: [
      ['2027-01-31T08:00Z', '2027-01-31T09:00'],
      ['2027-02-28T08:00Z', '2027-02-28T09:00'],
      ['2027-03-31T07:00Z', '2027-03-31T09:00'],
      ['2027-04-30T07:00Z', '2027-04-30T09:00'],
    ],
  },
  {
    fact: 'The 30th is 29 February in a leap year, 1 March never',
    schedule: { timeZone: 'UTC', rule: monthly({ day: 30 }), starts: '2028-01-01' },
    from: '2028-01-31T00:00Z',
    slots: [
      ['2028-02-29T09:00Z', '2028-02-29T09:00'],
      ['2028-03-30T09:00Z', '2028-03-30T09:00'],
    ],
  },
  {
    fact: 'Every twelve months on 29 February: 2100 is no leap year (Gregorian calendar)',
    schedule: { timeZone: 'UTC', rule: monthly({ day: 29 }, 12), starts: '2096-02-29' },
    from: '2096-02-29T00:00Z',
    slots: [
      ['2096-02-29T09:00Z', '2096-02-29T09:00'],
      ['2097-02-28T09:00Z', '2097-02-28T09:00'],
      ['2098-02-28T09:00Z', '2098-02-28T09:00'],
      ['2099-02-28T09:00Z', '2099-02-28T09:00'],
      ['2100-02-28T09:00Z', '2100-02-28T09:00'],
    ],
  },
  {
    fact: 'The last day of every third month, counted from the month it starts in',
    schedule: { timeZone: 'UTC', rule: monthly({ day: 'last' }, 3), starts: '2026-11-21' },
    from: '2026-11-21T00:00Z',
    slots: [
      ['2026-11-30T09:00Z', '2026-11-30T09:00'],
      ['2027-02-28T09:00Z', '2027-02-28T09:00'],
      ['2027-05-31T09:00Z', '2027-05-31T09:00'],
    ],
  },
  {
    fact: 'The last Friday: 27 November, 25 December 2026, 29 January 2027 (calendar)',
    schedule: { timeZone: BERLIN, rule: monthly({ nth: 'last', weekday: 'fri' }) },
    from: '2026-11-01T00:00Z',
    slots: [
      ['2026-11-27T08:00Z', '2026-11-27T09:00'],
      ['2026-12-25T08:00Z', '2026-12-25T09:00'],
      ['2027-01-29T08:00Z', '2027-01-29T09:00'],
    ],
  },
  {
    fact: 'A fifth Friday: October 2026, January, April and July 2027 have one (calendar)',
    schedule: { timeZone: 'UTC', rule: monthly({ nth: 5, weekday: 'fri' }) },
    from: '2026-10-01T00:00Z',
    slots: [
      ['2026-10-30T09:00Z', '2026-10-30T09:00'],
      ['2027-01-29T09:00Z', '2027-01-29T09:00'],
      ['2027-04-30T09:00Z', '2027-04-30T09:00'],
      ['2027-07-30T09:00Z', '2027-07-30T09:00'],
    ],
  },
  {
    fact: 'Every other week from a Wednesday: its Monday has passed, its Thursday counts; weeks begin on Monday',
    schedule: {
      timeZone: BERLIN,
      rule: { kind: 'weekly', days: ['thu', 'mon'], at: ['09:00'], everyWeeks: 2 },
      starts: '2026-11-18',
      ends: { on: '2026-12-03' },
    },
    from: '2026-11-01T00:00Z',
    slots: [
      ['2026-11-19T08:00Z', '2026-11-19T09:00'],
      ['2026-11-30T08:00Z', '2026-11-30T09:00'],
      ['2026-12-03T08:00Z', '2026-12-03T09:00'],
    ],
    ends: true,
  },
  {
    fact: 'Every third day, over the end of a month',
    schedule: {
      timeZone: 'UTC',
      rule: { kind: 'daily', everyDays: 3, at: ['18:00', '06:00'] },
      starts: '2027-02-26',
      ends: { after: 3 },
    },
    from: '2027-01-01T00:00Z',
    slots: [
      ['2027-02-26T06:00Z', '2027-02-26T06:00'],
      ['2027-02-26T18:00Z', '2027-02-26T18:00'],
      ['2027-03-01T06:00Z', '2027-03-01T06:00'],
    ],
    ends: true,
  },
  {
    fact: 'Daily through a gap: 02:30 moves on to 03:30, once (Rule EU)',
    schedule: { timeZone: BERLIN, rule: daily('02:30') },
    from: '2027-03-27T00:00Z',
    slots: [
      ['2027-03-27T01:30Z', '2027-03-27T02:30'],
      ['2027-03-28T01:30Z', '2027-03-28T02:30', 'gap_shifted'],
      ['2027-03-29T00:30Z', '2027-03-29T02:30'],
    ],
  },
  {
    fact: 'A time that a gap moves onto another time becomes one slot with it, and slots stay in order',
    schedule: { timeZone: BERLIN, rule: daily('02:15', '02:30', '03:10', '03:30') },
    from: '2027-03-28T00:00Z',
    slots: [
      ['2027-03-28T01:10Z', '2027-03-28T03:10'],
      ['2027-03-28T01:15Z', '2027-03-28T02:15', 'gap_shifted'],
      ['2027-03-28T01:30Z', '2027-03-28T03:30'],
      ['2027-03-29T00:15Z', '2027-03-29T02:15'],
    ],
  },
  {
    fact: 'Daily through an overlap: once, at the first 02:30 (Rule EU)',
    schedule: { timeZone: BERLIN, rule: daily('02:30') },
    from: '2026-10-25T00:00Z',
    slots: [
      ['2026-10-25T00:30Z', '2026-10-25T02:30', 'overlap_first'],
      ['2026-10-26T01:30Z', '2026-10-26T02:30'],
    ],
  },
  {
    fact: 'Where a day is left out its noon falls together with that of the next (Apia, 2011)',
    schedule: { timeZone: 'Pacific/Apia', rule: daily('12:00') },
    from: '2011-12-29T00:00Z',
    slots: [
      ['2011-12-29T22:00Z', '2011-12-29T12:00'],
      ['2011-12-30T22:00Z', '2011-12-31T12:00'],
      ['2011-12-31T22:00Z', '2012-01-01T12:00'],
    ],
  },
  {
    fact: 'The last day of a series may be the day that is left out (30 December 2011, a Friday)',
    schedule: {
      timeZone: 'Pacific/Apia',
      rule: { kind: 'weekly', days: ['fri', 'sat'], at: ['18:00', '09:00'] },
      ends: { on: '2011-12-30' },
    },
    from: '2011-12-26T00:00Z',
    slots: [
      ['2011-12-30T19:00Z', '2011-12-30T09:00', 'gap_shifted'],
      ['2011-12-31T04:00Z', '2011-12-30T18:00', 'gap_shifted'],
    ],
    ends: true,
  },
  {
    fact: 'Elapsed time is not the wall: every 90 minutes over the spring change (Rule EU)',
    schedule: { timeZone: BERLIN, rule: every(90, '2027-03-28T00:30') },
    from: '2027-03-27T00:00Z',
    slots: [
      ['2027-03-27T23:30Z', '2027-03-28T00:30'],
      ['2027-03-28T01:00Z', '2027-03-28T03:00'],
      ['2027-03-28T02:30Z', '2027-03-28T04:30'],
    ],
  },
  {
    fact: 'In the hour that comes twice every 30 minutes fires four times (Rule EU)',
    schedule: { timeZone: BERLIN, rule: every(30, '2026-10-25T02:00') },
    from: '2026-10-25T00:00Z',
    slots: [
      ['2026-10-25T00:00Z', '2026-10-25T02:00', 'overlap_first'],
      ['2026-10-25T00:30Z', '2026-10-25T02:30'],
      ['2026-10-25T01:00Z', '2026-10-25T02:00'],
      ['2026-10-25T01:30Z', '2026-10-25T02:30'],
      ['2026-10-25T02:00Z', '2026-10-25T03:00'],
    ],
  },
  {
    fact: 'A window over midnight belongs to the day it opens on: Friday 4 December 2026',
    schedule: {
      timeZone: 'America/New_York',
      rule: every(60, '2026-12-01T00:30', { from: '22:00', to: '01:00', days: ['fri'] }),
    },
    from: '2026-12-01T00:00Z',
    slots: [
      ['2026-12-05T03:30Z', '2026-12-04T22:30'],
      ['2026-12-05T04:30Z', '2026-12-04T23:30'],
      ['2026-12-05T05:30Z', '2026-12-05T00:30'],
      ['2026-12-12T03:30Z', '2026-12-11T22:30'],
    ],
  },
  {
    fact: 'Cron is read on the wall: the half hours of the gap fall together with those after it (Rule US)',
    schedule: { timeZone: 'America/New_York', rule: cron('*/30 1-3 * * *') },
    from: '2027-03-14T06:00Z',
    slots: [
      ['2027-03-14T06:00Z', '2027-03-14T01:00'],
      ['2027-03-14T06:30Z', '2027-03-14T01:30'],
      ['2027-03-14T07:00Z', '2027-03-14T03:00'],
      ['2027-03-14T07:30Z', '2027-03-14T03:30'],
      ['2027-03-15T05:00Z', '2027-03-15T01:00'],
    ],
  },
  {
    fact: 'Cron with both a date and a weekday names the days of either: Friday 13 November 2026 once',
    schedule: { timeZone: 'UTC', rule: cron('0 9 13 * 5') },
    from: '2026-11-07T00:00Z',
    slots: [
      ['2026-11-13T09:00Z', '2026-11-13T09:00'],
      ['2026-11-20T09:00Z', '2026-11-20T09:00'],
      ['2026-11-27T09:00Z', '2026-11-27T09:00'],
      ['2026-12-04T09:00Z', '2026-12-04T09:00'],
      ['2026-12-11T09:00Z', '2026-12-11T09:00'],
      ['2026-12-13T09:00Z', '2026-12-13T09:00'],
    ],
  },
  {
    fact: 'Cron on 29 February comes in leap years alone',
    schedule: { timeZone: 'UTC', rule: cron('0 0 29 2 *') },
    from: '2096-02-01T00:00Z',
    slots: [
      ['2096-02-29T00:00Z', '2096-02-29T00:00'],
      ['2104-02-29T00:00Z', '2104-02-29T00:00'],
    ],
  },
]

import type { Schedule } from '@carillon/contract/schedule'
import type { Rule } from '@carillon/contract/schedule/rule'
import { expect, test } from 'vitest'
import { instant } from '../platform/clock.ts'
import { words } from './rules.ts'

const NOW = instant('2026-11-21T12:00Z')

const weekly = (days: string, at: string, everyWeeks?: number): Rule => ({
  kind: 'weekly',
  days: days.split(' ') as 'mon'[],
  at: at.split(' '),
  ...(everyWeeks ? { everyWeeks } : {}),
})
const every = (n: number, unit: 'minute' | 'hour', more: object = {}): Rule => ({
  kind: 'every',
  n,
  unit,
  anchor: '2026-12-01T08:00',
  ...more,
})
const daily = (everyDays: number, ...at: string[]): Rule => ({ kind: 'daily', everyDays, at })
const monthly = (on: Extract<Rule, { kind: 'monthly' }>['on'], everyMonths?: number): Rule => ({
  kind: 'monthly',
  on,
  at: ['09:00'],
  ...(everyMonths ? { everyMonths } : {}),
})
const dates = (...at: string[]): Rule => ({ kind: 'dates', at })
const cron = (expression: string): Rule => ({ kind: 'cron', expression })

const ruleWords: [Rule, string][] = [
  [{ kind: 'once', at: '2026-12-01T09:05' }, 'On 1 Dec at 09:05, Berlin'],
  [{ kind: 'once', at: '2027-01-01T00:00' }, 'On 1 Jan 2027 at 00:00, Berlin'],
  [weekly('mon thu', '09:00'), 'Every Mon and Thu at 09:00, Berlin'],
  [weekly('thu mon', '18:00 09:00 18:00'), 'Every Mon and Thu at 09:00 and 18:00, Berlin'],
  [weekly('fri thu wed tue mon', '09:00'), 'Every weekday at 09:00, Berlin'],
  [weekly('mon tue wed thu fri sat sun', '09:00'), 'Every day at 09:00, Berlin'],
  [weekly('sat sun', '10:00', 2), 'Every 2 weeks on Sat and Sun at 10:00, Berlin, from 1 Nov'],
  [
    weekly('mon tue wed thu fri', '10:00', 3),
    'Every 3 weeks on weekdays at 10:00, Berlin, from 1 Nov',
  ],
  [every(1, 'minute'), 'Every minute, counted from 1 Dec at 08:00, Berlin'],
  [every(90, 'minute'), 'Every 90 minutes, counted from 1 Dec at 08:00, Berlin'],
  [every(1, 'hour'), 'Every hour, counted from 1 Dec at 08:00, Berlin'],
  [
    every(2, 'hour', { window: { from: '08:00', to: '22:00' } }),
    'Every 2 hours between 08:00 and 22:00, counted from 1 Dec at 08:00, Berlin',
  ],
  [
    every(30, 'minute', { window: { from: '20:00', to: '02:00', days: ['sat', 'fri'] } }),
    'Every 30 minutes between 20:00 and 02:00 on Fri and Sat, counted from 1 Dec at 08:00, Berlin',
  ],
  [daily(1, '09:00'), 'Every day at 09:00, Berlin'],
  [daily(3, '18:00', '09:00'), 'Every 3 days at 09:00 and 18:00, Berlin, from 1 Nov'],
  [monthly({ day: 1 }), 'Every month on the 1st at 09:00, Berlin'],
  [monthly({ day: 22 }), 'Every month on the 22nd at 09:00, Berlin'],
  [monthly({ day: 13 }), 'Every month on the 13th at 09:00, Berlin'],
  [monthly({ day: 31 }), 'Every month on the 31st or the last day at 09:00, Berlin'],
  [monthly({ day: 'last' }), 'Every month on the last day at 09:00, Berlin'],
  [
    monthly({ nth: 2, weekday: 'tue' }, 3),
    'Every 3 months on the second Tue at 09:00, Berlin, from 1 Nov',
  ],
  [monthly({ nth: 'last', weekday: 'fri' }), 'Every month on the last Fri at 09:00, Berlin'],
  [
    monthly({ nth: 5, weekday: 'fri' }),
    'Every month on the fifth Fri, if there is one, at 09:00, Berlin',
  ],
  [dates('2026-12-24T18:00'), 'On 24 Dec at 18:00, Berlin'],
  [dates('2026-12-31T23:00', '2026-12-24T18:00'), 'On 24 Dec at 18:00 and 31 Dec at 23:00, Berlin'],
  [
    dates('2026-12-01T09:00', '2026-12-02T09:00', '2026-12-03T09:00', '2027-01-04T09:00'),
    'On 4 dates from 1 Dec to 4 Jan 2027, Berlin',
  ],
  [cron('0 9 * * 1-5'), 'At 09:00 on weekdays (cron 0 9 * * 1-5), Berlin'],
  [cron('0 9,18 * * 1,4'), 'At 09:00 and 18:00 on Mon and Thu (cron 0 9,18 * * 1,4), Berlin'],
  [cron('@daily'), 'At 00:00 every day (cron @daily), Berlin'],
  [cron('@hourly'), 'Every hour every day (cron @hourly), Berlin'],
  [cron('7 * * * *'), 'Every hour at minute 7 every day (cron 7 * * * *), Berlin'],
  [cron('*/15 * * * *'), 'Every 15 minutes every day (cron */15 * * * *), Berlin'],
  [cron('* * * * 0'), 'Every minute on Sun (cron * * * * 0), Berlin'],
  [
    cron('*/20 8-17 * * *'),
    'Every 20 minutes from 08:00 to 17:40 every day (cron */20 8-17 * * *), Berlin',
  ],
  [cron('0 */2 * * *'), 'Every 2 hours from 00:00 to 22:00 every day (cron 0 */2 * * *), Berlin'],
  [
    cron('5,20 9-12,14,16 * * *'),
    'At minute 5 and 20 of hour 9 to 12, 14 and 16 every day (cron 5,20 9-12,14,16 * * *), Berlin',
  ],
  [
    cron('0 9 1-7,15,L 3,6-8 *'),
    'At 09:00 on the 1st to 7th, 15th and last day of the month in Mar and Jun to Aug (cron 0 9 1-7,15,L 3,6-8 *), Berlin',
  ],
  [
    cron('0 9 * * 2#2,5L'),
    'At 09:00 on the second Tue and the last Fri (cron 0 9 * * 2#2,5L), Berlin',
  ],
  [
    cron('0 9 13 * 5'),
    'At 09:00 on the 13th of the month and also on Fri (cron 0 9 13 * 5), Berlin',
  ],
]

test.each(ruleWords)('%j: %s', (rule, said) => {
  const starts = '2026-11-01'
  expect(words({ timeZone: 'Europe/Berlin', rule, starts }, NOW)).toBe(said)
})

const thursdays = weekly('mon thu', '09:00')

const scheduleWords: [Partial<Schedule>, string][] = [
  [{ ends: { on: '2026-12-31' } }, 'Every Mon and Thu at 09:00, Berlin, until 31 Dec'],
  [{ ends: { on: '2027-12-31' } }, 'Every Mon and Thu at 09:00, Berlin, until 31 Dec 2027'],
  [{ ends: { after: 1 } }, 'Every Mon and Thu at 09:00, Berlin, 1 time in all'],
  [{ ends: { after: 1_000 } }, 'Every Mon and Thu at 09:00, Berlin, 1,000 times in all'],
  [{ starts: '2026-11-21' }, 'Every Mon and Thu at 09:00, Berlin'],
  [{ starts: '2026-12-01' }, 'Every Mon and Thu at 09:00, Berlin, from 1 Dec'],
  [
    {
      blackouts: [{ from: '2026-12-24', to: '2026-12-26' }],
      skips: ['2026-12-03T09:00'],
      moves: [{ from: '2026-12-07T09:00', to: '2026-12-08T09:00' }],
    },
    'Every Mon and Thu at 09:00, Berlin, not on 3 days, 1 skipped, 1 moved',
  ],
  [
    { jitterMinutes: 10, spreadMinutes: 1 },
    'Every Mon and Thu at 09:00, Berlin, up to 10 minutes later, spread over 1 minute',
  ],
  [{ timeZone: 'America/Argentina/Buenos_Aires' }, 'Every Mon and Thu at 09:00, Buenos Aires'],
  [{ timeZone: 'UTC' }, 'Every Mon and Thu at 09:00, UTC'],
]

test.each(scheduleWords)('%j: %s', (schedule, said) => {
  expect(words({ timeZone: 'Europe/Berlin', rule: thursdays, ...schedule }, NOW)).toBe(said)
})

test('a year is told when nobody says which one it is now', () => {
  const schedule = { timeZone: 'UTC', rule: thursdays, ends: { on: '2026-12-31' } }
  expect(words(schedule)).toBe('Every Mon and Thu at 09:00, UTC, until 31 Dec 2026')
})

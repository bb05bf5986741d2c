import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from 'vitest'
import { after, days, instant } from '../platform/clock.ts'
import { dueSlots } from './rules.ts'

const NOW = instant('2026-06-20T12:00:00Z')

test('a slot that has come is due, however long ago nobody was there to plan it', () => {
  const once: Schedule = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'once', at: '2026-03-01T09:00' },
  }
  expect(dueSlots(once, instant('2026-03-01T08:00:00Z'), NOW)).toEqual({
    late: [],
    slot: { at: instant('2026-03-01T08:00:00Z'), local: '2026-03-01T09:00' },
    next: undefined,
  })
})

test('of a monthly series a month that was missed is due, and it goes on with the next', () => {
  const monthly: Schedule = {
    timeZone: 'UTC',
    starts: '2026-01-01',
    rule: { kind: 'monthly', on: { day: 1 }, at: ['09:00'] },
  }
  expect(dueSlots(monthly, instant('2026-06-01T09:00:00Z'), NOW)).toEqual({
    late: [],
    slot: { at: instant('2026-06-01T09:00:00Z'), local: '2026-06-01T09:00' },
    next: { at: instant('2026-07-01T09:00:00Z'), local: '2026-07-01T09:00' },
  })
})

test('a dense series tells of a week, not of the months before it', () => {
  const hourly: Schedule = {
    timeZone: 'UTC',
    starts: '2026-01-01',
    rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-01-01T00:00' },
  }
  const { late, next } = dueSlots(hourly, instant('2026-01-01T00:00:00Z'), NOW)
  expect(late[0]?.at).toEqual(after(NOW, -days(7)))
  expect(next!.at > late.at(-1)!.at).toBe(true)
})

test('what was promised is due even when the clocks of its zone were changed to have it before', () => {
  // Kept as 10:00 UTC when the zone was an hour further west: by its clocks of today that was 9:00 UTC.
  const once: Schedule = {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'once', at: '2026-06-20T11:00' },
  }
  const promised = instant('2026-06-20T10:00:00Z')
  expect(dueSlots(once, promised, NOW)).toEqual({
    late: [],
    slot: { at: promised, local: '2026-06-20T12:00' },
    next: undefined,
  })
})

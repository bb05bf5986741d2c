import type { Group } from '@carillon/contract/groups'
import { expect, test } from 'vitest'
import { wallClock } from '../../../ui/time/words.ts'
import { obstacleOf } from './obstacles.ts'

const group = (rules: Partial<Group> = {}): Group => ({
  ...({ id: 'g', title: 'Choir', channel: 'telegram-bot', topics: [] } as unknown as Group),
  status: 'active',
  timeZone: null,
  quietHours: null,
  dailyCap: null,
  minGapMinutes: null,
  ...rules,
})
const night = { from: '22:00', to: '07:00', mode: 'hold' as const }
const told = (rules: Partial<Group>, ...times: string[]) =>
  obstacleOf(group(rules), times, 'Europe/Berlin')

test('a group that can get it has no obstacle', () => {
  expect(told({}, '2026-12-01T22:30:00Z')).toBeUndefined()
  expect(told({ quietHours: night }, '2026-12-01T12:00:00Z')).toBeUndefined()
})

test('one that cannot be posted to says why', () => {
  expect(told({ status: 'lost', reason: 'The bot was removed.' })).toEqual({
    kind: 'not',
    words: 'The bot was removed.',
  })
  expect(told({ status: 'muted' })?.words).toMatch(/muted/)
})

test('quiet hours hold or skip it, on the wall clock of the group', () => {
  expect(told({ quietHours: night }, '2026-12-01T22:30:00Z')).toEqual({
    kind: 'later',
    words: `Quiet hours from ${wallClock('22:00')} to ${wallClock('07:00')}: it waits until ${wallClock('07:00')}.`,
  })
  expect(told({ quietHours: { ...night, mode: 'skip' } }, '2026-12-01T05:30:00Z')).toEqual({
    kind: 'not',
    words: `Quiet hours from ${wallClock('22:00')} to ${wallClock('07:00')}: it is not sent.`,
  })
  const tokyo = { quietHours: night, timeZone: 'Asia/Tokyo' }
  expect(told(tokyo, '2026-12-01T14:00:00Z')?.words).toContain(`to ${wallClock('07:00')} in Tokyo`)
})

test('past midnight quiet hours belong to the day on which they began', () => {
  // Tuesday 1 December 2026 is the only evening; its night ends on Wednesday.
  const quietHours = { ...night, days: ['tue' as const] }
  expect(told({ quietHours }, '2026-12-02T02:00:00Z')).toBeDefined()
  expect(told({ quietHours }, '2026-12-01T02:00:00Z')).toBeUndefined()
})

test('runs that break the limits of a group by themselves are reported', () => {
  const hourly = ['08:00', '09:00', '10:00'].map((time) => `2026-12-01T${time}:00Z`)
  expect(told({ dailyCap: 2 }, ...hourly)?.words).toMatch(
    /Daily limit of 2: more runs on one day are not sent/,
  )
  expect(told({ minGapMinutes: 90 }, ...hourly)).toMatchObject({ kind: 'later' })
  expect(told({ dailyCap: 3, minGapMinutes: 60 }, ...hourly)).toBeUndefined()
  expect(told({ quietHours: { ...night, to: '10:30' } }, ...hourly)?.words).toMatch(
    /2 of the next 3 runs wait until 10:30/,
  )
})

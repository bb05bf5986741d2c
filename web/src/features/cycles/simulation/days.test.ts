import type { SimulatedSend } from '@carillon/contract/cycles'
import { expect, test } from 'vitest'
import { daysOf, slotsOf } from './days.ts'

const send = (
  slotAt: string,
  groupId: string,
  more: Partial<SimulatedSend> = {},
): SimulatedSend => ({
  slotAt,
  at: slotAt,
  local: slotAt.slice(0, 16),
  step: 0,
  groupId,
  topicId: null,
  sentAt: slotAt,
  others: 0,
  ...more,
})

const FIRST = '2026-12-01T09:00:00.000Z'
const SECOND = '2026-12-03T09:00:00.000Z'

test('218 each day tells how much is sent beside the fullest one, and what is left out', () => {
  const byDay = [
    { date: '2026-12-01', sends: 4, skipped: 1 },
    { date: '2026-12-03', sends: 1, skipped: 0 },
  ]
  expect(daysOf(byDay, '2026-12-01', 3)).toEqual([
    { date: '2026-12-01', sends: 4, skipped: 1, level: 4 },
    { date: '2026-12-02', sends: 0, skipped: 0, level: 0 },
    { date: '2026-12-03', sends: 1, skipped: 0, level: 1 },
  ])
})

test('218 where all days are alike none stands out', () => {
  const byDay = ['2026-12-01', '2026-12-02'].map((date) => ({ date, sends: 3, skipped: 0 }))
  expect(daysOf(byDay, '2026-12-01', 3).map(({ level }) => level)).toEqual([2, 2, 0])
  expect(daysOf([], '2026-12-01', 1)).toMatchObject([{ sends: 0, level: 0 }])
})

test('218 the next times come in order, each with its steps once and what the rules of groups do', () => {
  const sends = [
    send(SECOND, 'a', { step: 1 }),
    send(FIRST, 'a'),
    send(FIRST, 'a', { step: 1, at: '2026-12-01T09:01:00.000Z' }),
    send(FIRST, 'b', { rule: 'quiet_hours' }),
    send(FIRST, 'c', { rule: 'cap', skipped: true }),
  ]
  expect(slotsOf(sends, 1)).toMatchObject([
    { slotAt: FIRST, at: FIRST, steps: [0, 1], groups: 3, held: 1, skipped: 1 },
  ])
  expect(slotsOf(sends, 10).map(({ slotAt }) => slotAt)).toEqual([FIRST, SECOND])
})

import { expect, test } from 'vitest'
import { daysOf, totalOf } from './days.ts'

test('218 each day tells how much is sent beside the fullest one, and what is left out', () => {
  const byDay = [
    { date: '2026-12-01', sends: 4, skipped: 1 },
    { date: '2026-12-03', sends: 1, skipped: 0 },
  ]
  expect(daysOf({ byDay }, '2026-12-01', 3)).toEqual([
    { date: '2026-12-01', sends: 4, skipped: 1, level: 4 },
    { date: '2026-12-02', sends: 0, skipped: 0, level: 0 },
    { date: '2026-12-03', sends: 1, skipped: 0, level: 1 },
  ])
})

test('218 where all days are alike none stands out', () => {
  const byDay = ['2026-12-01', '2026-12-02'].map((date) => ({ date, sends: 3, skipped: 0 }))
  expect(daysOf({ byDay }, '2026-12-01', 3).map(({ level }) => level)).toEqual([2, 2, 0])
  expect(daysOf({ byDay: [] }, '2026-12-01', 1)).toMatchObject([{ sends: 0, level: 0 }])
})

test('218 days after the last one that was computed are not told as empty', () => {
  const byDay = [{ date: '2026-12-02', sends: 3, skipped: 0 }]
  const days = daysOf({ byDay, atLeast: true }, '2026-12-01', 3)
  expect(days.map(({ unknown = false }) => unknown)).toEqual([false, false, true])
})

test('218 the total is that of the days: what the rules of groups skip is told besides', () => {
  const byDay = [
    { date: '2026-12-01', sends: 4, skipped: 1 },
    { date: '2026-12-02', sends: 5, skipped: 1 },
  ]
  expect(totalOf(byDay)).toEqual({ sends: 9, skipped: 2 })
})

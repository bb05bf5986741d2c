import { expect, test } from 'vitest'
import { beginOn, nextSlot } from './slots.ts'
import { fromThisWeek, weeksOf } from './view.ts'

test('the month that runs begins with its present week, and is as long', () => {
  const november = weeksOf('month', '2026-11-22')
  const shown = fromThisWeek(november, '2026-11-22') ?? []
  expect(shown.map(([monday]) => monday)).toEqual([
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
  ])
  expect(fromThisWeek(november, '2026-11-01')).toBeUndefined()
  expect(fromThisWeek(november, '2027-01-01')).toBeUndefined()
})

test('a message that is begun on a day goes out at nine, today at the next full hour', () => {
  expect(beginOn('2026-11-23', '2026-11-22T20:15')).toBe('2026-11-23T09:00')
  expect(beginOn('2026-11-22', '2026-11-22T20:15')).toBe('2026-11-22T21:00')
  expect(beginOn('2026-11-22', '2026-11-22T23:15')).toBeUndefined()
  expect(beginOn('2026-11-21', '2026-11-22T20:15')).toBeUndefined()
})

test('arrow keys go from hour to hour and from day to day', () => {
  expect(nextSlot('2026-11-30T23', 'ArrowRight')).toBe('2026-12-01T23')
  expect(nextSlot('2026-11-30T09', 'ArrowUp')).toBe('2026-11-30T08')
  expect(nextSlot('2026-11-30T23', 'ArrowDown')).toBeUndefined()
  expect(nextSlot('2026-11-30T23', 'Enter')).toBeUndefined()
})

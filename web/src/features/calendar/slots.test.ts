import type { Send } from '@carillon/contract/calendar'
import { expect, test } from 'vitest'
import { weekOf } from './days.ts'
import { firstHour, movedBy } from './slots.ts'

const week = weekOf('2026-12-09')
const at = (local: string) => ({ sends: [{ local } as Send] })

test('a week opens shortly before the present, another one at eight or at its first send before that', () => {
  const early = new Map([['2026-12-08', at('2026-12-08T06:30')]])
  expect(firstHour(week, new Map(), '2026-11-20T03:10')).toBe('08')
  expect(firstHour(week, early, '2026-11-20T03:10')).toBe('06')
  expect(firstHour(week, early, '2026-12-10T17:05')).toBe('15')
  expect(firstHour(week, early, '2026-12-10T01:00')).toBe('00')
})

test('an arrow key moves a send by a row or a column of what is shown', () => {
  const at = '2026-12-31T23:15'
  const by = (key: string, view: 'month' | 'week') => movedBy(key, at, view)
  expect(by('ArrowLeft', 'month')).toBe('2026-12-30T23:15')
  expect(by('ArrowRight', 'week')).toBe('2027-01-01T23:15')
  expect(by('ArrowDown', 'month')).toBe('2027-01-07T23:15')
  expect(by('ArrowUp', 'month')).toBe('2026-12-24T23:15')
  expect(by('ArrowUp', 'week')).toBe('2026-12-31T22:15')
  expect(by('ArrowDown', 'week')).toBe('2027-01-01T00:15')
  expect(by('Enter', 'week')).toBeUndefined()
})

import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayWords,
  isDate,
  monthWords,
  rangeWords,
  sheetOf,
  weekOf,
} from './days.ts'

test('a week begins on Monday', () => {
  expect(weekOf('2026-12-06')).toEqual(weekOf('2026-11-30'))
  expect(weekOf('2026-12-06')[0]).toBe('2026-11-30')
})

test('a month is shown in whole weeks, four to six of them', () => {
  const first = (date: string) => sheetOf(date)[0]?.[0]
  const last = (date: string) => sheetOf(date).at(-1)?.[6]
  expect([first('2026-12-24'), last('2026-12-24')]).toEqual(['2026-11-30', '2027-01-03'])
  expect(sheetOf('2027-02-01')).toHaveLength(4)
  expect(sheetOf('2026-08-15')).toHaveLength(6)
  expect(sheetOf('2026-12-01').flat()).toContain('2026-12-31')
})

test('months later the day stays, or is the last one', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
})

test('days go over months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test('only days that exist are days', () => {
  expect(isDate('2028-02-29')).toBe(true)
  expect(isDate('2026-02-29')).toBe(false)
  expect(isDate('soon')).toBe(false)
  expect(isDate(null)).toBe(false)
})

test('in words, in the English of the reader', () => {
  expect(dayWords('2026-12-01')).toMatch(/^Tuesday (1 December|December 1,) 2026$/)
  expect(monthWords('2026-12-01')).toBe('December 2026')
  expect(rangeWords(weekOf('2026-12-06'))).toMatch(/^(30 Nov.*6 Dec|Nov 30.*Dec 6,) 2026$/)
})

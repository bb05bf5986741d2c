import { expect, test } from 'vitest'
import { plusDays, plusMonths, sheet, weekdayOf } from './days.ts'

test('days and months are counted by the calendar, over the ends of months, years and leap days', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(plusMonths('2026-01-15', -1)).toBe('2025-12-15')
})

test('a sheet has six weeks from a Monday on, whatever the month', () => {
  for (const day of ['2027-02-10', '2026-11-22', '2026-08-31']) {
    const weeks = sheet(day)
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
    expect(weekdayOf(weeks[0]?.[0] ?? '')).toBe(0)
    expect(weeks.flat()).toContain(day)
    expect(weeks[0]).toContain(`${day.slice(0, 7)}-01`)
  }
})

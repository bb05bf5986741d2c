import { expect, test } from 'vitest'
import { forecastWords } from './forecast.ts'
import { trueFor } from './usePreflight.ts'

test('when the last group has it is told in the time of the user, which is named where another is meant', () => {
  const now = Date.parse('2026-12-01T08:00:00Z')
  const forecast = { dueAt: '2026-12-01T12:30:00.000Z', lastAt: '2026-12-01T12:30:02.000Z' }
  const told = (sends: number, zone?: string) =>
    forecastWords({ ...forecast, sends }, { timeZone: 'Europe/Berlin', zone, now })
  expect(told(1, 'Asia/Tokyo')).toMatch(/^1 message; the group has it at 1:30.PM in Berlin\.$/)
  expect(told(2, 'Europe/Berlin')).toMatch(/the last group has it at 1:30.PM\.$/)
  expect(told(2)).toMatch(/1:30.PM\.$/)
  const later = { ...forecast, sends: 1, isLater: true }
  expect(forecastWords(later, { timeZone: 'Europe/Berlin', zone: undefined, now })).toMatch(
    /^1 message; the group has it after 1:30.PM\.$/,
  )
})

test('what the check says is asked again when its first run is due, and of a send now each minute', () => {
  const now = Date.parse('2026-12-01T08:00:00Z')
  const answer = (dueAt: string) => ({
    errors: [],
    warnings: [],
    reached: [],
    forecast: { dueAt, lastAt: dueAt, sends: 1, words: '' },
  })
  expect(trueFor(answer('2026-12-01T08:00:00Z'), now)).toBe(60_000)
  expect(trueFor(answer('2026-12-01T09:00:00Z'), now)).toBe(3_600_000)
  expect(trueFor(answer('2027-12-01T09:00:00Z'), now)).toBe(86_400_000)
  expect(trueFor({ ...answer(''), forecast: null }, now)).toBe(false)
})

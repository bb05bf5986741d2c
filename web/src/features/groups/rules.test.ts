import type { Group } from '@carillon/contract/groups'
import { expect, test } from 'vitest'
import { fieldOf, inputOf, problemsOf, rulesOf } from './rules.ts'

const none = { timeZone: null, quietHours: null, dailyCap: null, minGapMinutes: null }
const form = rulesOf(none as unknown as Group)

test('rules become fields and the same rules again, and none stay none', () => {
  expect(inputOf(form)).toEqual(none)
  const rules = {
    timeZone: 'Asia/Tokyo',
    quietHours: { from: '21:30', to: '06:00', days: ['fri', 'sat'], mode: 'skip' },
    dailyCap: 5,
    minGapMinutes: 30,
  }
  expect(inputOf(rulesOf(rules as unknown as Group))).toEqual(rules)
})

test('what is wrong is told at its field', () => {
  expect(problemsOf(form)).toEqual({})
  expect(problemsOf({ ...form, dailyCap: '0' }).dailyCap).toMatch(/at least 1/)
  expect(problemsOf({ ...form, minGapMinutes: '1.5' }).minGapMinutes).toMatch(/whole number/)
  expect(problemsOf({ ...form, quiet: true, to: form.from }).quietHours).toMatch(/another time/)
  expect(problemsOf({ ...form, quiet: true, from: '' }).quietHours).toMatch(/09:00/)
  expect(fieldOf('quietHours.to')).toBe('quietHours')
  expect(fieldOf('rev')).toBeUndefined()
})

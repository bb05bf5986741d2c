import type { Group } from '@carillon/contract/groups'
import { expect, test } from 'vitest'
import { checkRules, fieldOf, inputOf, type RulesForm, rulesOf } from './rules.ts'

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

test('what is wrong is told at its field', async () => {
  const wrongWith = async (change: Partial<RulesForm>) => {
    const { errors } = await checkRules({ ...form, ...change }, undefined, OPTIONS)
    return Object.fromEntries(Object.entries(errors).map(([field, told]) => [field, told.message]))
  }
  expect(await wrongWith({})).toEqual({})
  expect(await wrongWith({ dailyCap: '0' })).toEqual({
    dailyCap: expect.stringMatching(/at least 1/),
  })
  expect(await wrongWith({ minGapMinutes: '1.5' })).toEqual({
    minGapMinutes: expect.stringMatching(/whole number/),
  })
  expect(await wrongWith({ quiet: true, to: form.from })).toEqual({
    from: expect.stringMatching(/another time/),
  })
  expect(await wrongWith({ quiet: true, from: '' })).toEqual({
    from: expect.stringMatching(/09:00/),
  })
  expect(fieldOf('quietHours.to')).toBe('from')
  expect(fieldOf('rev')).toBeUndefined()
})

const OPTIONS = { fields: {}, shouldUseNativeValidation: false }

import { expect, test } from 'vitest'
import { usage } from './words.ts'

test('193 what a tier allows is told beside what is used of it', () => {
  expect(usage(1, 1, 'group')).toBe('1 of 1 groups')
  expect(usage(0, 1, 'cycle')).toBe('0 of 1 cycles')
  expect(usage(1, null, 'group')).toBe('1 group · Unlimited')
})

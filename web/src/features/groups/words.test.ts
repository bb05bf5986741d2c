import { expect, test } from 'vitest'
import { count } from './words.ts'

test('things are counted in words, and large figures are parted by commas', () => {
  expect(count(0, 'group')).toBe('0 groups')
  expect(count(1, 'group')).toBe('1 group')
  expect(count(999, 'member')).toMatch(/^999 members$/)
  expect(count(1_000, 'member')).toBe('1,000 members')
  expect(count(1_234_567, 'member')).toBe('1,234,567 members')
})

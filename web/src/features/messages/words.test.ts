import { expect, test } from 'vitest'
import { latenessInWords, latenessWords } from './words.ts'

test('lateness is told in the unit that fits, and not at all while nobody would notice', () => {
  expect(latenessWords(null)).toBe('')
  expect(latenessWords(9_999)).toBe('')
  expect(latenessWords(12_000)).toBe('12 seconds late')
  expect(latenessInWords(240)).toBe('Within the second')
  expect(latenessInWords(1_200)).toBe('1 second late')
  expect(latenessInWords(5 * 60_000)).toBe('5 minutes late')
  expect(latenessInWords(3 * 3_600_000)).toBe('3 hours late')
})

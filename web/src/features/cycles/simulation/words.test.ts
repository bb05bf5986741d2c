import { expect, test } from 'vitest'
import { groupWords, skippedWords } from './words.ts'

test('how many groups get a run does not count those whose rules skip it', () => {
  expect(groupWords({ groups: 3, skipped: 0 })).toBe('3 groups')
  expect(groupWords({ groups: 3, skipped: 1 })).toBe('2 of 3 groups')
  expect(groupWords({ groups: 3, skipped: 3 })).toBe('None of 3 groups')
})

test('what the rules of groups skip is told by how many there are', () => {
  expect(skippedWords({ groups: 3, skipped: 0 }, false)).toBe('')
  expect(skippedWords({ groups: 3, skipped: 1 }, false)).toBe(
    'Not to 1 group, by the rules of the group.',
  )
  expect(skippedWords({ groups: 3, skipped: 3 }, false)).toBe(
    'Skipped, by the rules of its groups.',
  )
  expect(skippedWords({ groups: 1, skipped: 1 }, true)).toBe('Skipped, by the rules of the group.')
})

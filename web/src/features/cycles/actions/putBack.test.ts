import { expect, test } from 'vitest'
import { putBack } from './putBack.ts'

test('groups that are put back stand where they were, and what changed meanwhile stays', () => {
  const before = ['a', 'b', 'c', 'd']
  expect(putBack(before, ['b', 'd'], ['a', 'c'])).toEqual(before)
  // One was taken out by somebody else, and another came.
  expect(putBack(before, ['b', 'e'], ['a', 'c'])).toEqual(['a', 'b', 'c', 'e'])
})

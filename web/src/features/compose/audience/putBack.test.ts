import { expect, test } from 'vitest'
import { putBack, putBackInto } from './putBack.ts'

test('groups that are put back stand where they were, and what changed meanwhile stays', () => {
  const before = ['a', 'b', 'c', 'd']
  expect(putBack(before, ['b', 'd'], ['a', 'c'])).toEqual(before)
  // One was taken out by somebody else, and another came.
  expect(putBack(before, ['b', 'e'], ['a', 'c'])).toEqual(['a', 'b', 'c', 'e'])
})

test('groups are put back into the topics that were chosen in them', () => {
  const before = { groupIds: ['a', 'b'], topics: { a: ['7'], b: ['1'] } }
  // Meanwhile other topics of the group that stayed were chosen.
  const present = { groupIds: ['b'], topics: { b: ['2'] } }
  expect(putBackInto(present, before, ['a'])).toEqual({
    groupIds: ['a', 'b'],
    topics: { a: ['7'], b: ['2'] },
  })
})

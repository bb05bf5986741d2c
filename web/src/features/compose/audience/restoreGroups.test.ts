import { expect, test } from 'vitest'
import { restoreGroups, restoreReach } from './restoreGroups.ts'

test('groups that are put back stand where they were, and what changed meanwhile stays', () => {
  const before = ['a', 'b', 'c', 'd']
  expect(restoreGroups(before, ['b', 'd'], ['a', 'c'])).toEqual(before)
  // One was taken out by somebody else, and another came.
  expect(restoreGroups(before, ['b', 'e'], ['a', 'c'])).toEqual(['a', 'b', 'c', 'e'])
})

test('groups are put back into the topics that were chosen in them', () => {
  const before = { groupIds: ['a', 'b'], topics: { a: ['7'], b: ['1'] } }
  // Meanwhile other topics of the group that stayed were chosen.
  const present = { groupIds: ['b'], topics: { b: ['2'] } }
  expect(restoreReach(present, before, ['a'])).toEqual({
    groupIds: ['a', 'b'],
    topics: { a: ['7'], b: ['2'] },
  })
})

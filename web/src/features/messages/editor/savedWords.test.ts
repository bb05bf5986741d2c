import type { Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { audienceWords } from './savedWords.ts'

test('of a partly sent message with other groups or topics is said that each of them gets it', () => {
  const message = {
    status: 'partly_sent',
    groupIds: ['g1', 'g2'],
    groupCount: 2,
    topics: { g2: ['1', '2'] },
    reach: { groups: 1, of: 2, unsure: 0, groupIds: ['g1', 'g2'] },
  } as unknown as Message
  const words = (groupIds: string[], topics: Record<string, string[]> = { g2: ['2', '1'] }) =>
    audienceWords({ groupIds, topics }, message)
  expect(words(['g2', 'g1'])).toBe('1 of 2 groups: the rest have it')
  const each = '2 groups: each of them gets it, even one that has it already'
  expect(words(['g1', 'g3'])).toBe(each)
  expect(words(['g1', 'g2'], { g2: ['1'] })).toBe(each)
  expect(words(['g1', 'g2', 'g3'])).toBe(
    '3 groups: each of them gets it, even one that has it already',
  )
  // Some topics of a group may have it already.
  const all = { ...message, reach: { ...message.reach!, groups: 2, left: 1 } }
  expect(audienceWords({ ...all, topics: all.topics! }, all)).toBe(
    '1 of 2 groups: the rest have it',
  )
  expect(words([])).toBe('no group yet')
  expect(audienceWords({ groupIds: ['g1'], topics: {} }, undefined)).toBe('1 group')
})

import type { MessageSummary } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { pendingGroups } from './pendingGroups.ts'

const sending = (occurrence: object) =>
  pendingGroups({
    status: 'sending',
    groupIds: ['a', 'b'],
    occurrence: occurrence as MessageSummary['occurrence'],
  })

test('what waits names its groups; what nobody has got is for all of them', () => {
  const waiting = { groupIds: ['b'] }
  expect(sending({ pending: 1, total: 2, waiting })).toEqual(['b'])
  expect(sending({ pending: 2, total: 2, waiting })).toEqual(['a', 'b'])
  expect(sending({ pending: 2, total: 2, waiting: null })).toEqual(['a', 'b'])
  // Which one is on hold is not known.
  expect(sending({ pending: 1, total: 2, waiting: null })).toEqual([])
})

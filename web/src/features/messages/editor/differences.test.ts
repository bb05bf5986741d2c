import type { MessageInput } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { messageDifferences } from './differences.ts'

const input = (more: Partial<MessageInput> = {}): MessageInput => ({
  kind: 'scheduled',
  status: 'draft',
  content: { kind: 'text', text: 'At seven' },
  groupIds: ['a'],
  onUnconfirmed: 'ask',
  catchUpMinutes: 15,
  ...more,
})

test('what somebody else saved is told beside what is typed', () => {
  expect(messageDifferences(input(), input())).toEqual([])
  const theirs = input({
    content: { kind: 'text', text: 'At eight', options: { silent: true } },
    groupIds: ['a', 'b'],
    topics: { a: ['1'] },
    overlap: 'queue',
    catchUpMinutes: 30,
  })
  expect(messageDifferences(theirs, input())).toEqual([
    { name: 'Message', theirs: 'At eight', mine: 'At seven' },
    { name: 'Message: Options removed' },
    { name: 'groups' },
    { name: 'options' },
  ])
})

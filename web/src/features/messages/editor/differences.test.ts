import { expect, test } from 'vitest'
import { emptyForm, type MessageForm } from '../form.ts'
import { messageDifferences } from './differences.ts'

const form = (more: Partial<MessageForm> = {}): MessageForm => ({
  ...emptyForm(Date.parse('2026-06-01T08:00:00Z'), 'Europe/Berlin'),
  when: 'at',
  text: 'At seven',
  groupIds: ['a'],
  ...more,
})
const different = (theirs: MessageForm) => messageDifferences(undefined, theirs, form())

test('what somebody else saved is told beside what is typed', () => {
  expect(different(form())).toEqual([])
  const theirs = form({
    text: 'At eight',
    groupIds: ['a', 'b'],
    topics: { a: ['1'] },
    time: '23:45',
    catchUpMinutes: 30,
  })
  expect(different(theirs)).toEqual([
    { name: 'Message', theirs: 'At eight', mine: 'At seven' },
    { name: 'groups' },
    { name: 'time' },
    { name: 'options' },
  ])
})

import type { Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { formOf as formAt } from '../form.ts'
import { sentBefore } from './sentBefore.ts'

const formOf = (message: Message) => formAt(message, Date.parse('2026-06-01T08:00:00Z'), 'UTC')
const content = { kind: 'text' as const, text: 'The gate is open.' }
const save = {
  kind: 'scheduled' as const,
  content,
  groupIds: ['g1', 'g2'],
  onUnconfirmed: 'ask' as const,
  catchUpMinutes: 15,
  status: 'sending',
}
const sent = { ...save, status: 'sent', overlap: 'skip', occurrence: { id: 'run 2' } } as Message
const scheduled = { ...sent, status: 'scheduled', occurrence: null } as Message

const refusal = (current: Message, attempt?: string) =>
  new ApiError(409, { code: 'conflict', message: 'No.', current, ...(attempt && { attempt }) })

/** Whether the state of a refusal is taken as what was pressed. */
async function isFound(current: Partial<Message>, pressed: Partial<Pressed> = {}) {
  const { before = scheduled, body = save, attempt, isUnanswered = true, isOnly = false } = pressed
  const { groupIds = ['g1', 'g2', 'g3'] } = pressed
  const there = { ...sent, ...current }
  const error = refusal(there, attempt)
  try {
    const known = attempt === undefined ? { before, isUnanswered: () => isUnanswered } : { isOnly }
    const found = sentBefore(body, { formOf, groupIds: async () => groupIds, ...known })
    return (await found(error)) === there
  } catch (thrown) {
    if (thrown !== error) throw thrown
    return false
  }
}

type Pressed = {
  before: Message
  body: Parameters<typeof sentBefore>[0]
  attempt: string
  isUnanswered: boolean
  isOnly: boolean
  groupIds: string[]
}

test('a save that is refused because it was sent before is found again by its values', async () => {
  expect(await isFound({})).toBe(true)
  expect(await isFound({ status: 'sending' })).toBe(true)
  expect(await isFound({ content: { ...content, text: 'The gate is shut.' } })).toBe(false)
  expect(await isFound({ groupIds: ['g1'] })).toBe(false)
  // That run was known before, or a person did something with the message since.
  expect(await isFound({}, { before: sent })).toBe(false)
  for (const status of ['draft', 'scheduled', 'paused', 'canceled'] as const) {
    expect(await isFound({ status })).toBe(false)
  }
  expect(await isFound({}, { body: { ...save, status: 'draft' } })).toBe(false)
})

test('the order of groups and topics makes it no other message, nor does a group that was removed', async () => {
  const body = { ...save, topics: { g2: ['2', '1'], g1: ['3'] } }
  const topics = { g1: ['3'], g2: ['1', '2'] }
  expect(await isFound({ groupIds: ['g2', 'g1'], topics }, { body })).toBe(true)
  expect(await isFound({ topics: { g1: ['3'], g2: ['1'] } }, { body })).toBe(false)
  expect(await isFound({}, { body })).toBe(false)
  const left = { groupIds: ['g1'], topics: { g1: ['3'] } }
  expect(await isFound(left, { body, groupIds: ['g1', 'g3'] })).toBe(true)
  expect(await isFound(left, { body })).toBe(false)
})

test('without a lost answer it was sent by another device', async () => {
  expect(await isFound({}, { isUnanswered: false })).toBe(false)
  expect(await isFound({ status: 'failed' }, { isUnanswered: false })).toBe(false)
})

test('what some groups have is sent to the others, and found again as that', async () => {
  const groupIds = ['g1', 'g2', 'g3']
  const body = { ...save, groupIds }
  const reach = { groups: 1, of: 3, unsure: 0, left: 2, groupIds }
  const before = {
    ...sent,
    groupIds,
    reach,
    status: 'partly_sent',
    occurrence: { id: 'run 1' },
  } as Message
  expect(await isFound({ groupIds: ['g2', 'g3'], reach }, { before, body })).toBe(true)
  // The reach names only the first of many groups.
  const many = { ...reach, groupIds: ['g1'] }
  expect(await isFound({ groupIds: ['g2', 'g3'], reach: many }, { before, body })).toBe(true)
  // A group that was removed needs nothing more.
  const less = { ...reach, of: 2, groupIds: ['g1', 'g2'] }
  const removed = { before, body, groupIds: ['g1', 'g2'] }
  expect(await isFound({ groupIds: ['g2'], reach: less }, removed)).toBe(true)

  // Another device has sent it to one of them only, or also to others, or to a topic.
  expect(await isFound({ groupIds: ['g2'], reach: less }, { before, body })).toBe(false)
  const other = { ...reach, groupIds: [...groupIds, 'g4'] }
  expect(await isFound({ groupIds: ['g2', 'g3', 'g4'], reach: other }, { before, body })).toBe(
    false,
  )
  const instead = { ...reach, groupIds: ['g1', 'g2', 'g4'] }
  expect(await isFound({ groupIds: ['g2'], reach: instead }, { before, body })).toBe(false)
  const topics = { g2: ['1'] }
  expect(await isFound({ groupIds: ['g2', 'g3'], topics, reach }, { before, body })).toBe(false)
  // Of groups that were chosen anew each one gets it again.
  const chosen = { ...save, groupIds: ['g1', 'g2'] }
  expect(await isFound({ groupIds: ['g2'], reach }, { before, body: chosen })).toBe(false)
})

test('what another device has sent from the same form is left to a person', async () => {
  const body = { ...save, attempt: 'ours' }
  expect(await isFound({}, { body, attempt: 'ours' })).toBe(true)
  expect(await isFound({}, { body, attempt: 'theirs' })).toBe(false)
  expect(await isFound({}, { body, attempt: 'theirs', isOnly: true })).toBe(false)
  // Of two presses that asked for different things, the values say which one was done.
  const less = { groupIds: ['g1'] }
  expect(await isFound(less, { body, attempt: 'ours' })).toBe(false)
  expect(await isFound(less, { body, attempt: 'ours', isOnly: true })).toBe(true)
})

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
function isFound(
  current: Partial<Message>,
  { before = scheduled, body = save, attempt }: Partial<Pressed> = {},
) {
  const there = { ...sent, ...current }
  const error = refusal(there, attempt)
  try {
    return sentBefore(body, formOf, before)(error) === there
  } catch (thrown) {
    if (thrown !== error) throw thrown
    return false
  }
}

type Pressed = { before: Message; body: Parameters<typeof sentBefore>[0]; attempt: string }

test('a save that is refused because it was sent before is found again by its values', () => {
  expect(isFound({})).toBe(true)
  expect(isFound({ status: 'sending' })).toBe(true)
  expect(isFound({ content: { ...content, text: 'The gate is shut.' } })).toBe(false)
  expect(isFound({ groupIds: ['g1'] })).toBe(false)
  // That run was known before, or a person did something with the message since.
  expect(isFound({}, { before: sent })).toBe(false)
  for (const status of ['draft', 'scheduled', 'paused', 'canceled'] as const) {
    expect(isFound({ status })).toBe(false)
  }
  expect(isFound({}, { body: { ...save, status: 'draft' } })).toBe(false)
})

test('what some groups have is sent to the others, and found again as that', () => {
  const before = { ...sent, status: 'partly_sent', occurrence: { id: 'run 1' } } as Message
  expect(isFound({ groupIds: ['g2'] }, { before })).toBe(true)
})

test('what another device has sent from the same form is left to a person', () => {
  const body = { ...save, attempt: 'ours' }
  expect(isFound({}, { body, attempt: 'ours' })).toBe(true)
  expect(isFound({}, { body, attempt: 'theirs' })).toBe(false)
})

import { Api } from 'grammy'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../testing.ts'
import { openChoir } from './choir-fixture.ts'

const choir = openChoir()
let sandbox: Sandbox
let chatId: number
beforeEach(() => ({ sandbox, chatId } = choir()))

const api = () => new Api(sandbox.botToken, { apiRoot: sandbox.botApiRoot })
const options = (...texts: string[]) => texts.map((text) => ({ text }))

test('a poll is taken, told to its bot and shown on the phone', async () => {
  const sent = await api().sendPoll(chatId, 'When?', options('Monday', 'Friday'), {
    is_anonymous: false,
    allows_multiple_answers: true,
  })
  expect(sent.poll).toMatchObject({
    question: 'When?',
    options: [{ text: 'Monday' }, { text: 'Friday' }],
    is_anonymous: false,
    allows_multiple_answers: true,
  })
  expect((await sandbox.ledger())[0]).toMatchObject({
    text: '',
    poll: { question: 'When?', options: ['Monday', 'Friday'] },
  })
  const page = await (await fetch(`${sandbox.http}/sandbox/phone/chats/${chatId}`)).text()
  expect(page).toContain('Public poll, several answers')
  expect((await sandbox.judge()).violations.last).toEqual([])
})

test('polls that say different things are not the same message', async () => {
  await api().sendPoll(chatId, 'When?', options('Monday', 'Friday'))
  await api().sendPoll(chatId, 'Where?', options('Monday', 'Friday'))
  const [first, second] = await sandbox.ledger()
  expect(first?.hash).not.toBe(second?.hash)
})

test.for([
  ['no question', ' ', ['Monday', 'Friday'], 'poll question must be non-empty'],
  ['a long question', 'a'.repeat(301), ['Monday', 'Friday'], 'poll question length'],
  ['a long option', 'When?', ['Monday', 'a'.repeat(101)], 'poll options length'],
  ['thirteen options', 'When?', Array.from({ length: 13 }, String), 'more than 12 options'],
] as const)('%s is refused', async ([, question, texts, says]) => {
  await expect(api().sendPoll(chatId, question, options(...texts))).rejects.toThrow(says)
})

test('a group without polls refuses one', async () => {
  await sandbox.settings(chatId, { permissions: { can_send_polls: false } })
  await expect(api().sendPoll(chatId, 'When?', options('Monday', 'Friday'))).rejects.toThrow(
    'not enough rights to send polls to the chat',
  )
})

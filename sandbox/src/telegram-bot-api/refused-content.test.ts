import { expect, test } from 'vitest'
import { startSandbox } from '../testing.ts'
import { answerOf, openRefusals, type Case } from './refusal-fixture.ts'

const { group, left, call, answerTo } = openRefusals()

const hello = [{ type: 'bold', offset: 0, length: 100 }]
const button = (url: string) => ({ inline_keyboard: [[{ text: 'Go', url }]] })
const entity = (fields: Record<string, unknown>) => ({
  entities: [{ type: 'bold', offset: 0, length: 1, ...fields }],
})

// Texts: the Bot API server's Client.cpp (7 May 2026) and TDLib; those in capitals are Telegram's own.
const cases: Case[] = [
  {
    situation: 'no text',
    given: group,
    send: { text: '' },
    status: 400,
    says: 'Bad Request: message text is empty',
  },
  {
    situation: 'only white space',
    given: group,
    send: { text: ' \n\t ' },
    status: 400,
    says: 'Bad Request: text must be non-empty',
  },
  {
    situation: '4,097 characters',
    given: group,
    send: { text: 'x'.repeat(4097) },
    status: 400,
    says: 'Bad Request: message is too long',
  },
  {
    situation: 'more than 32 KB',
    given: group,
    send: { text: 'é'.repeat(17_000) },
    status: 400,
    says: 'Bad Request: text is too long',
  },
  {
    situation: 'an entity beyond the text',
    given: group,
    send: { text: 'Hello', entities: hello },
    status: 400,
    says: 'Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 100',
  },
  {
    situation: 'an entity after the text',
    given: group,
    send: { text: 'Hello', ...entity({ offset: 50 }) },
    status: 400,
    says: 'Bad Request: entity begins after the end of the text at UTF-16 offset 50',
  },
  {
    situation: 'a negative entity',
    given: group,
    send: { text: 'Hello', ...entity({ offset: -1 }) },
    status: 400,
    says: 'Bad Request: receive an entity with incorrect offset -1',
  },
  {
    situation: 'half an emoji',
    given: group,
    send: { text: '🔔 ring', ...entity({}) },
    status: 400,
    says: 'Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4',
  },
  {
    situation: 'an entity of no kind',
    given: group,
    send: { text: 'Hello', ...entity({ type: 'huge' }) },
    status: 400,
    says: "Bad Request: can't parse MessageEntity: Unsupported type specified",
  },
  {
    situation: 'a link to nowhere',
    given: group,
    send: { text: 'Hello', ...entity({ type: 'text_link', url: 'not-a-url' }) },
    status: 400,
    says: "Bad Request: entity URL 'not-a-url' is invalid: Wrong HTTP URL",
  },
  {
    situation: 'a button to nowhere',
    given: group,
    send: { reply_markup: button('not-a-url') },
    status: 400,
    says: "Bad Request: inline keyboard button URL 'not-a-url' is invalid: Wrong HTTP URL",
  },
  {
    situation: 'a button to a file server',
    given: group,
    send: { reply_markup: button('ftp://example.com') },
    status: 400,
    says: "Bad Request: inline keyboard button URL 'ftp://example.com' is invalid: Unsupported URL protocol",
  },
  {
    situation: 'a button that does nothing',
    given: group,
    send: { reply_markup: { inline_keyboard: [[{ text: 'Go' }]] } },
    status: 400,
    says: "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  },
  {
    situation: 'an answer to nothing',
    given: group,
    send: { reply_parameters: { message_id: 999 } },
    status: 400,
    says: 'Bad Request: message to be replied not found',
  },
  {
    situation: 'deleting what is not there',
    given: group,
    method: 'deleteMessage',
    send: { message_id: 999 },
    status: 400,
    says: 'Bad Request: message to delete not found',
  },
  {
    situation: "deleting another's message",
    given: group,
    method: 'deleteMessage',
    send: { message_id: 1 },
    status: 400,
    says: "Bad Request: message can't be deleted",
  },
  {
    situation: 'pinning without the right',
    given: group,
    method: 'pinChatMessage',
    send: { message_id: 1 },
    status: 400,
    says: 'Bad Request: not enough rights to manage pinned messages in the chat',
  },
  {
    situation: 'pinning what is not there',
    given: group,
    method: 'pinChatMessage',
    send: { message_id: 999 },
    status: 400,
    says: 'Bad Request: message to pin not found',
  },
  {
    situation: "editing another's message",
    given: group,
    method: 'editMessageText',
    send: { message_id: 1 },
    status: 400,
    says: "Bad Request: message can't be edited",
  },
  {
    situation: 'asking after a group it left',
    given: async () => left(await group()),
    method: 'getChat',
    status: 403,
    says: 'Forbidden: bot is not a member of the supergroup chat',
  },
  {
    situation: 'a method that does not exist',
    given: group,
    method: 'sendNothing',
    status: 404,
    says: 'Not Found: method not found',
  },
]

test.each(cases)('$situation', async (one) => {
  const { status, says } = one
  expect(await answerTo(one)).toEqual({
    status,
    answer: { ok: false, error_code: status, description: says },
  })
})

test('editing to the same words is refused, to others not', async () => {
  const chat_id = await group()
  const sent = await call('sendMessage', { chat_id, text: 'Hello' })
  const message_id = sent.answer.result?.message_id
  const same = await call('editMessageText', { chat_id, message_id, text: 'Hello' })
  expect(same.answer.description).toBe(
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  )
  const other = await call('editMessageText', { chat_id, message_id, text: 'Hi' })
  expect(other.answer.result).toMatchObject({ text: 'Hi', edit_date: expect.any(Number) })
})

test('4,096 characters pass, counted as people count them', async () => {
  const { answer } = await call('sendMessage', { chat_id: await group(), text: '🔔'.repeat(4096) })
  expect(answer.ok).toBe(true)
})

test('a bot deletes its own message for 48 hours', async () => {
  const own = await startSandbox({ limits: 'off' })
  const { id } = await own.addGroup({ title: 'Choir' })
  await own.addBot({ chatId: id })
  const post = async (method: string, body: object) => {
    const url = `${own.botApiRoot}/bot${own.botToken}/${method}`
    const headers = { 'content-type': 'application/json' }
    return answerOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  const [first, second] = [
    await post('sendMessage', { chat_id: id, text: 'one' }),
    await post('sendMessage', { chat_id: id, text: 'two' }),
  ].map((answer) => answer.result?.message_id)
  await own.advance(47 * 3600_000)
  expect(await post('deleteMessage', { chat_id: id, message_id: first })).toMatchObject({
    ok: true,
  })
  await own.advance(2 * 3600_000)
  expect(await post('deleteMessage', { chat_id: id, message_id: second })).toMatchObject({
    description: "Bad Request: message can't be deleted",
  })
  await own.stop()
})

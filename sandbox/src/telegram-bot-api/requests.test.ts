import { Api } from 'grammy'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

let sandbox: Sandbox
let chatId: number
beforeAll(async () => {
  sandbox = await startSandbox({ limits: 'off' })
})
beforeEach(async () => {
  await sandbox.reset()
  chatId = (await sandbox.addGroup({ title: 'Choir' })).id
  await sandbox.addBot({ chatId, startPayload: 'abc' })
})
afterAll(() => sandbox.stop())

test('a bot that was added to a group posts in it, and the ledger has it', async () => {
  const sent = await api().sendMessage(chatId, 'Hello all', {
    entities: [{ type: 'bold', offset: 0, length: 5 }],
    disable_notification: true,
    protect_content: true,
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: [[{ text: 'Map', url: 'https://example.com' }]] },
  })

  expect(sent).toMatchObject({ text: 'Hello all', chat: { id: chatId, type: 'supergroup' } })
  const [entry] = await sandbox.waitForLedger(1)
  expect(entry).toMatchObject({
    seq: 1,
    channel: 'telegram-bot',
    messageIds: [String(sent.message_id)],
    text: 'Hello all',
    accountId: String(sandbox.botId),
    silent: true,
    protected: true,
    entities: [{ type: 'bold', offset: 0, length: 5 }],
  })
  expect((await sandbox.judge()).violations.total).toBe(0)
})

test('the same request is understood as JSON, form, multipart and query', async () => {
  const url = `${sandbox.botApiRoot}/bot${sandbox.botToken}/sendMessage`
  const fields = {
    chat_id: String(chatId),
    text: 'Hello',
    entities: '[{"type":"bold","offset":0,"length":5}]',
  }
  const multipart = new FormData()
  for (const [name, value] of Object.entries(fields)) multipart.append(name, value)
  const query = new URLSearchParams(fields).toString()

  const answers = [
    await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }),
    await fetch(url, { method: 'POST', body: multipart }),
    await fetch(`${url}?${query}`),
  ]
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({
      result: { text: 'Hello', entities: [{ type: 'bold' }] },
    })
  }
  expect((await sandbox.judge()).violations.last).toEqual([])
})

test('parameters that Telegram does not know are held against the client, not refused', async () => {
  const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: chatId,
      text: 'Hello',
      silent: true,
      disable_notification: 'yes',
      entities: [{ type: 'bold', offset: 0, length: '5' }],
    }),
  })
  expect(response.status).toBe(200)
  const { violations } = await sandbox.judge()
  expect(violations.last.map(({ detail }) => detail)).toEqual([
    'silent is unknown',
    'disable_notification is not Boolean',
    'entities[0].length is not Integer',
  ])
})

test('text is trimmed and its formatting moves along; links are marked by the server', async () => {
  const sent = await api().sendMessage(chatId, '  Hello https://example.com. ', {
    entities: [{ type: 'bold', offset: 0, length: 7 }],
  })
  expect(sent.text).toBe('Hello https://example.com.')
  expect(sent.entities).toEqual([
    { type: 'bold', offset: 0, length: 5 },
    { type: 'url', offset: 6, length: 19 },
  ])
})

test('a chat and its people are told as the real server tells them', async () => {
  const chat = await api().getChat(chatId)
  expect(chat).toMatchObject({ id: chatId, title: 'Choir', type: 'supergroup' })
  const owner = (await api().getChatAdministrators(chatId))[0]
  expect(owner).toMatchObject({ status: 'creator', user: { first_name: 'You', is_bot: false } })
  expect(await api().getChatMember(chatId, sandbox.botId)).toMatchObject({ status: 'member' })
  expect(await api().getChatMemberCount(chatId)).toBe(2)

  await sandbox.promote(chatId, { userId: sandbox.botId, rights: { can_pin_messages: true } })
  const sent = await api().sendMessage(chatId, 'Pin me')
  await api().pinChatMessage(chatId, sent.message_id)
  expect(await api().getChat(chatId)).toMatchObject({ pinned_message: { text: 'Pin me' } })
  await api().deleteMessage(chatId, sent.message_id)
  expect(await api().getChat(chatId)).not.toHaveProperty('pinned_message')
  await api().leaveChat(chatId)
  await expect(api().getChat(chatId)).rejects.toThrow('bot is not a member')
})

test('a message in a topic says so, and answers the message that opened it', async () => {
  const forum = await sandbox.addGroup({ title: 'Makers', type: 'forum', topics: ['News'] })
  await sandbox.addBot({ chatId: forum.id })
  const topic = forum.topics[0]?.id ?? 0
  const sent = await api().sendMessage(forum.id, 'Hello', { message_thread_id: topic })
  expect(sent).toMatchObject({
    message_thread_id: topic,
    is_topic_message: true,
    reply_to_message: { forum_topic_created: { name: 'News' } },
  })
  expect((await sandbox.ledger({ chat: forum.id }))[0]).toMatchObject({ topicId: String(topic) })
})

const api = () => new Api(sandbox.botToken, { apiRoot: sandbox.botApiRoot })

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

test('a startgroup link offers your groups, and the chosen one gets the bot and the code', async () => {
  const offer = await get(`/sandbox/phone/add?bot=${sandbox.botUsername}&startgroup=k3Jx9a`)
  expect(offer.text).toContain('Riverside Runners')
  expect(offer.text).toContain('Groups where you are a member only')
  const chat = await chatNamed('Riverside Runners')

  const done = await post('/sandbox/phone/add', {
    bot: sandbox.botUsername,
    startgroup: 'k3Jx9a',
    chat: chat.id,
  })

  expect(done.url).toContain('/sandbox/phone/add?')
  expect(done.text).toContain('is in <strong>Riverside Runners</strong> now.')
  const { text } = await get(`/sandbox/phone/chats/${chat.id}`)
  expect(text).toContain(`/start@${sandbox.botUsername}</span> k3Jx9a`)
  const updates = await ask('getUpdates')
  expect(updates).toMatchObject({
    result: [
      { my_chat_member: { from: { first_name: 'You' }, new_chat_member: { status: 'member' } } },
      { message: { new_chat_members: [{}] } },
      { message: { text: `/start@${sandbox.botUsername} k3Jx9a` } },
    ],
  })
})

test('whoever came from Carillon is led back, from every page; an address elsewhere is none', async () => {
  const back = 'http://localhost:3000/dashboard'
  const query = new URLSearchParams({ bot: sandbox.botUsername, back }).toString()
  const offer = await fetch(`${sandbox.http}/sandbox/phone/add?${query}`)
  expect(await offer.text()).toContain(`href="${back}"`)
  const cookie = offer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const later = await fetch(`${sandbox.http}/sandbox/mailbox`, { headers: { cookie } })
  expect(await later.text()).toContain(`href="${back}"`)
  for (const elsewhere of ['https://example.com/', 'javascript:alert(1)', 'nowhere']) {
    const { text } = await get(`/sandbox/phone?back=${encodeURIComponent(elsewhere)}`)
    expect(text).not.toContain('Back to Carillon')
  }
})

test('a link that asks for rights makes the bot an admin with those', async () => {
  const chat = await chatNamed('Maple Street')
  const add = { bot: sandbox.botUsername, startgroup: 'x', chat: chat.id }
  await post('/sandbox/phone/add', { ...add, admin: 'pin_messages+delete_messages' })
  const { members } = await sandbox.chat(chat.id)
  const bot = members.find(({ userId }) => userId === sandbox.botId)
  expect(bot).toMatchObject({
    status: 'administrator',
    rights: { can_pin_messages: true, can_delete_messages: true, can_promote_members: false },
  })
})

test('a startchannel link offers your channels only, and the chosen one gets the bot as an admin', async () => {
  await post('/sandbox/phone/new', { title: 'Harbour News', type: 'channel' })
  const add = { bot: sandbox.botUsername, startchannel: '', admin: 'post_messages' }
  const offer = await get(`/sandbox/phone/add?${new URLSearchParams(add).toString()}`)
  const choices = offer.text.slice(offer.text.indexOf('<main'))
  expect(choices).toContain('Harbour News')
  expect(choices).not.toContain('Riverside Runners')
  const { id } = await chatNamed('Harbour News')

  const done = await post('/sandbox/phone/add', { ...add, chat: id })

  expect(done.text).toContain('to a channel</h1>')
  expect(done.text).toContain('is in <strong>Harbour News</strong> now.')
  const { members } = await sandbox.chat(id)
  expect(members).toContainEqual({
    userId: sandbox.botId,
    status: 'administrator',
    rights: expect.objectContaining({ can_post_messages: true, can_edit_messages: false }),
  })
  expect(await sandbox.messages(id)).toMatchObject([{ content: { kind: 'service' } }])
})

test('a link to an unknown bot says so', async () => {
  const answer = await get('/sandbox/phone/add?bot=nobody_bot&startgroup=x')
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('No such bot')
})

test('what a bot posts is shown as members see it, and is never a program', async () => {
  const chat = await chatNamed('Riverside Runners')
  await sandbox.addBot({ chatId: chat.id })
  await ask('sendMessage', {
    chat_id: chat.id,
    text: 'Sunday run <b>9:00</b>\nmap',
    entities: [
      { type: 'bold', offset: 0, length: 10 },
      { type: 'italic', offset: 7, length: 3 },
      { type: 'text_link', offset: 23, length: 3, url: 'https://example.com/?a=1&b=2' },
    ],
    reply_markup: { inline_keyboard: [[{ text: 'Route', url: 'https://example.com/route' }]] },
  })
  const { text } = await get(`/sandbox/phone/chats/${chat.id}/thread`)
  expect(text).toContain('<strong>Sunday <em>run</em></strong> &#60;b&#62;9:00&#60;/b&#62;')
  expect(text).toContain('href="https://example.com/?a=1&#38;b=2"')
  expect(text).toContain('href="https://example.com/route"')
})

test('you write in a chat, and a topic keeps its own thread', async () => {
  const forum = await chatNamed('Makers Forum')
  const topic = forum.topics[0]
  const done = await post(`/sandbox/phone/chats/${forum.id}/say`, {
    text: 'Any news?',
    topic: topic?.id ?? 0,
  })
  expect(done.text).toContain('Any news?')
  expect((await get(`/sandbox/phone/chats/${forum.id}?topic=general`)).text).not.toContain(
    'id="thread">Any news?',
  )
  expect((await sandbox.messages(forum.id)).at(-1)).toMatchObject({
    topicId: topic?.id,
    content: { text: 'Any news?' },
  })
})

test('the menu kicks the bot, moves the group and closes a topic', async () => {
  const street = await chatNamed('Maple Street')
  await sandbox.addBot({ chatId: street.id })
  const moved = await act(street.id, { act: 'migrate' })
  const id = Number(/chats\/(-\d+)/.exec(moved.url)?.[1])
  expect(id).not.toBe(street.id)
  await act(id, { act: 'kick', id: sandbox.botId })
  const { members } = await sandbox.chat(id)
  expect(members).toContainEqual({ userId: sandbox.botId, status: 'kicked' })

  const forum = await chatNamed('Makers Forum')
  const closed = await act(forum.id, { act: 'close-topic', id: forum.topics[0]?.id ?? 0 })
  expect(closed.text).toContain('Announcements (closed)')
})

test('where you are no admin, the menu does nothing and says why', async () => {
  const cinema = await chatNamed('Open-Air Cinema')
  const refused = await act(cinema.id, { act: 'rename', title: 'Mine now' })
  expect(refused.text).toContain('Only an admin can do that.')
  expect((await sandbox.chat(cinema.id)).title).toBe('Open-Air Cinema')
})

test('what a bot edits, pins and deletes is shown as such', async () => {
  const chat = await chatNamed('Riverside Runners')
  await sandbox.addBot({ chatId: chat.id })
  const rights = { can_pin_messages: true, can_delete_messages: true }
  await sandbox.promote(chat.id, { userId: sandbox.botId, rights })
  await ask('sendMessage', { chat_id: chat.id, text: 'Run at nine' })
  const at = { chat_id: chat.id, message_id: (await sandbox.messages(chat.id)).at(-1)!.id }
  const thread = async () => (await get(`/sandbox/phone/chats/${chat.id}/thread`)).text
  expect(await thread()).not.toContain('>pinned<')
  await ask('pinChatMessage', at)
  await ask('editMessageText', { ...at, text: 'Run at ten' })
  expect(await thread()).toMatch(/Run at ten.*>pinned<.*>edited</)
  await ask('unpinChatMessage', at)
  expect(await thread()).not.toContain('>pinned<')
  await ask('deleteMessage', at)
  expect(await thread()).not.toContain('Run at ten')
})

test('a new group appears among the chats', async () => {
  const done = await post('/sandbox/phone/new', { title: 'Chess <club>', type: 'forum' })
  expect(done.text).toContain('Chess &#60;club&#62;')
  expect((await get('/sandbox/phone')).text).toContain('Chess &#60;club&#62;')
  expect(await chatNamed('Chess <club>')).toMatchObject({ forum: true })
})

async function chatNamed(title: string) {
  const chat = (await sandbox.world()).chats.find((one) => one.title === title)
  if (!chat) throw new Error(`no chat ${title}`)
  return chat
}

const act = (chatId: number, fields: Record<string, string | number>) =>
  post(`/sandbox/phone/chats/${chatId}/act`, fields)

async function get(path: string) {
  const response = await fetch(sandbox.http + path)
  return { status: response.status, url: response.url, text: tidy(await response.text()) }
}

async function post(path: string, fields: Record<string, string | number>) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  const response = await fetch(sandbox.http + path, { method: 'POST', body })
  return { status: response.status, url: response.url, text: tidy(await response.text()) }
}

const tidy = (text: string) => text.replace(/\s+/g, ' ')

async function ask(method: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

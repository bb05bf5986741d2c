import type { Connection } from '@carillon/contract/connections'
import { expect, onTestFinished, test } from 'vitest'
import { minutes } from '../platform/clock.ts'
import { linkIn, openTelegramApp, type Caller, type TelegramApp } from '../../test/telegram.ts'

test('220 with the bot of this server: one tap, and the first group is there', async () => {
  const { app, ida, sandbox } = await start()
  const begun = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(begun).toMatchObject({
    status: 201,
    data: {
      status: 'pairing',
      shared: true,
      identity: `@${sandbox.botUsername}`,
      guarantee: 'at-most-once, asks',
      groupCount: 0,
      pairing: { step: 'open_link', expiresAt: '2026-06-01T08:15:00.000Z' },
    },
  })
  const { id, pairing } = begun.data
  expect(linkIn(pairing)).toMatch(
    new RegExp(`^${sandbox.http}/sandbox/phone/add\\?bot=${sandbox.botUsername}&startgroup=`),
  )

  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id, startPayload: codeIn(linkIn(pairing)!) })

  const connected = await app.until(() => connectionThat(ida, id, (it) => it.groupCount === 1))
  expect(connected).toMatchObject({ status: 'connected' })
  expect(connected.pairing).toBeUndefined()
  expect(connected.rev).toBeGreaterThan(begun.data.rev)
  const groups = await ida('GET', '/api/groups')
  expect(groups.data.items).toMatchObject([
    { title: 'Choir', externalId: String(chat.id), status: 'active', memberCount: 2 },
  ])
})

test('the same link shows again after a reload, and a new one takes its place', async () => {
  const { ida } = await start()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const again = await ida('GET', `/api/connections/${data.id}`)
  expect(again.data.pairing).toEqual(data.pairing)
  const renewed = await ida('POST', `/api/connections/${data.id}/pairing`, { refresh: true })
  expect(linkIn(renewed.data.pairing)).not.toBe(linkIn(data.pairing))
  const canceled = await ida('POST', `/api/connections/${data.id}/pairing`, { cancel: true })
  expect(canceled.data.pairing).toEqual({ step: 'open_link' })
})

test('the second chat waits to be chosen', async () => {
  const { app, ida, sandbox } = await start()
  const id = await pairShared(app, ida, 'Choir')
  await newLinkInto(app, ida, id, 'Orchestra')
  const chats = await ida('GET', `/api/connections/${id}/chats`)
  expect(chats.data.items).toMatchObject([
    { title: 'Choir', groupId: expect.any(String), canPost: true },
    { title: 'Orchestra', canPost: true },
  ])
  expect(chats.data.items[1]!.groupId).toBeUndefined()
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('a link is good for one group', async () => {
  const { app, ida, sandbox } = await start()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const code = codeIn(linkIn(data.pairing)!)
  await addBotTo(app, 'Choir', code)
  await app.until(() => connectionThat(ida, data.id, (it) => it.status === 'connected'))
  await addBotTo(app, 'Second', code)
  const told = await app.until(() => connectionThat(ida, data.id, (it) => it.attention))
  expect(told.attention).toMatchObject({
    code: 'code_refused',
    text: 'The link was used a second time, in “Second”. It is good for one group.',
  })
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toMatchObject([{ title: 'Choir' }])
  expect(await sandbox.ledger()).toEqual([])
})

test('a link that has expired proves nothing', async () => {
  const { app, ida } = await start()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  app.clock.advance(minutes(15))
  const expired = await ida('GET', `/api/connections/${data.id}`)
  expect(expired.data).toMatchObject({
    status: 'pairing',
    pairing: { step: 'open_link' },
    attention: { code: 'link_expired', action: { label: 'Make a new link' } },
  })
  expect(linkIn(expired.data.pairing)).toBeUndefined()
  await addBotTo(app, 'Choir', codeIn(linkIn(data.pairing)!))
  const told = await app.until(() =>
    connectionThat(ida, data.id, (it) => it.attention?.code === 'code_refused'),
  )
  expect(told.attention!.text).toBe('The link had expired when it was used in “Choir”.')
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toEqual([])
})

test('only an admin’s code counts; the same code still works for an admin', async () => {
  const { app, ida, sandbox } = await start()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const code = codeIn(linkIn(data.pairing)!)
  const chat = await addBotTo(app, 'Choir')
  const stranger = await sandbox.createUser({ firstName: 'Stranger' })
  await sandbox.join(chat.id, { userId: stranger.id })
  const command = `/start@${sandbox.botUsername} ${code}`
  await sandbox.say(chat.id, { text: command, userId: stranger.id })
  const told = await app.until(() => connectionThat(ida, data.id, (it) => it.attention))
  expect(told).toMatchObject({
    status: 'pairing',
    attention: { text: 'The code was sent by somebody who is not an admin of “Choir”.' },
    pairing: { url: linkIn(data.pairing) },
  })

  await sandbox.say(chat.id, { text: command })
  await app.until(() => connectionThat(ida, data.id, (it) => it.status === 'connected'))
})

test('036 nobody sees the chats that another user proved', async () => {
  const { app, ida, sandbox } = await start()
  const id = await pairShared(app, ida, 'Choir')
  const bob = app.as(await app.person())
  const { data } = await bob('POST', '/api/connections', { channel: 'telegram-bot' })
  expect((await bob('GET', `/api/connections/${data.id}/chats`)).data.items).toEqual([])
  const [chat] = (await ida('GET', `/api/connections/${id}/chats`)).data.items
  const wish = { connectionId: data.id, externalId: chat!.externalId }
  expect(await bob('POST', '/api/groups', wish)).toMatchObject({ status: 404 })
  expect(await bob('GET', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  expect(await bob('GET', `/api/connections/${id}/chats`)).toMatchObject({ status: 404 })
  expect(await bob('DELETE', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  const byLink = await bob('POST', `/api/connections/${data.id}/refresh`, {
    link: chat!.externalId,
  })
  expect(byLink).toMatchObject({ status: 400, error: { details: [{ path: 'link' }] } })
  // Nor is anybody told which chats the bot is in.
  const elsewhere = await sandbox.addGroup({ title: 'Without the bot' })
  const link = String(elsewhere.id)
  const notIn = await bob('POST', `/api/connections/${data.id}/refresh`, { link })
  expect(notIn).toEqual(byLink)
  const nowhere = await bob('POST', `/api/connections/${data.id}/refresh`, { link: '@nobody_here' })
  expect(nowhere).toEqual(byLink)
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('with an own bot: its token, kept sealed, and all the chats it is in', async () => {
  const { app, ida, sandbox } = await start()
  const bot = await sandbox.createBot({ name: 'My bot' })
  const begun = await ida('POST', '/api/connections', { channel: 'telegram-bot', token: bot.token })
  expect(begun).toMatchObject({
    status: 201,
    data: { status: 'connected', shared: false, label: 'My bot', identity: `@${bot.username}` },
  })
  const { rows } = await app.pool.query('select credentials from accounts where shared = false')
  expect(rows[0].credentials.toString('latin1')).not.toContain(bot.token.split(':')[1])

  const chat = await sandbox.addGroup({ title: 'Mine' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const { id } = begun.data
  const chats = await app.until(async () => {
    const { data } = await ida('GET', `/api/connections/${id}/chats`)
    return data.items.length === 1 && data.items
  })
  expect(chats).toMatchObject([{ title: 'Mine', canPost: true }])
})

test('an own bot that is in groups already finds one by its link, or by /start there', async () => {
  const { app, ida, sandbox } = await start()
  const bot = await sandbox.createBot()
  const [byLink, byStart] = [
    await sandbox.addGroup({ title: 'By link' }),
    await sandbox.addGroup({ title: 'By start' }),
  ]
  for (const { id: chatId } of [byLink, byStart]) await sandbox.addBot({ chatId, botId: bot.id })
  await forgetUpdates(sandbox.botApiRoot, bot.token)
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const refreshed = await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: `https://t.me/c/${String(byLink.id).slice(4)}/1`,
  })
  expect(refreshed).toMatchObject({ status: 200 })
  await sandbox.say(byStart.id, { text: `/start@${bot.username}` })
  const chats = await app.until(async () => {
    const answer = await ida('GET', `/api/connections/${data.id}/chats`)
    return answer.data.items.length === 2 && answer.data.items
  })
  expect(chats).toMatchObject([{ title: 'By link', memberCount: 2 }, { title: 'By start' }])

  const nowhere = await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: '@no_such_chat',
  })
  expect(nowhere).toMatchObject({ status: 400, error: { details: [{ path: 'link' }] } })
})

test('a topic that nobody has told of yet is learned from its link', async () => {
  const { ida, sandbox } = await start()
  const bot = await sandbox.createBot()
  const forum = await sandbox.addGroup({ title: 'Forum', type: 'forum', topics: ['Plans'] })
  await sandbox.addBot({ chatId: forum.id, botId: bot.id })
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const topicId = forum.topics[0]!.id
  await ida('POST', `/api/connections/${data.id}/refresh`, {
    link: `https://t.me/c/${String(forum.id).slice(4)}/${topicId}`,
  })
  const chats = await ida('GET', `/api/connections/${data.id}/chats`)
  expect(chats.data.items).toMatchObject([
    { topics: [{ id: String(topicId), name: `Topic ${topicId}`, closed: false }] },
  ])
})

test('a deleted account leaves nothing that tells whose bot it was', async () => {
  const { app, ida, sandbox } = await start()
  const bot = await sandbox.createBot({ name: 'My bot' })
  const chat = await sandbox.addGroup({ title: 'Mine' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  await app.until(async () => {
    const chats = await ida('GET', `/api/connections/${data.id}/chats`)
    return chats.data.items.length === 1
  })
  expect(await ida('DELETE', '/api/users/me')).toMatchObject({ status: 200 })
  const { rows } = await app.pool.query('select * from accounts where not shared')
  expect(rows).toMatchObject([{ credentials: null, identity: '', username: '', name: '' }])
  expect(JSON.stringify(rows)).not.toContain(String(bot.id))
  await app.runJobs()
  for (const table of ['connections', 'groups', 'chats', 'chat_proofs', 'pairing_codes']) {
    expect((await app.pool.query(`select from ${table}`)).rowCount).toBe(0)
  }
})

test('220 a token that is none is refused at its field, in words', async () => {
  const { ida, sandbox } = await start()
  const typo = { channel: 'telegram-bot', token: 'not a token' }
  expect(await ida('POST', '/api/connections', typo)).toMatchObject({
    status: 400,
    error: {
      code: 'invalid',
      details: [{ path: 'token', message: expect.stringContaining('BotFather') }],
    },
  })
  const unknown = { channel: 'telegram-bot', token: `${sandbox.botId}:${'A'.repeat(35)}` }
  expect(await ida('POST', '/api/connections', unknown)).toMatchObject({
    status: 400,
    error: {
      details: [
        {
          path: 'token',
          message: 'Telegram does not know this token. Copy it again from BotFather.',
        },
      ],
    },
  })
  expect((await ida('GET', '/api/connections')).data.items).toEqual([])
})

test('a revoked token asks for the current one, and takes no other bot’s', async () => {
  const { app, ida, sandbox } = await start()
  const bot = await sandbox.createBot()
  const other = await sandbox.createBot()
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const { token } = await sandbox.revokeToken(bot.id)
  const lost = await app.until(() =>
    connectionThat(ida, data.id, (it) => it.status === 'needs_pairing'),
  )
  expect(lost).toMatchObject({
    reason: 'Telegram no longer accepts the token of this bot. Paste its current token.',
    pairing: { step: 'token' },
    attention: { action: { label: 'Paste its current token' } },
  })
  const path = `/api/connections/${data.id}/pairing`
  expect(await ida('POST', path, { token: other.token })).toMatchObject({
    status: 400,
    error: { details: [{ path: 'token', message: expect.stringContaining(other.username) }] },
  })
  expect(await ida('POST', path, { token })).toMatchObject({
    status: 200,
    data: { status: 'connected' },
  })
})

test('two people with the same token are both connected; the token stays for the second', async () => {
  const { app, ida, sandbox } = await start()
  const bot = await sandbox.createBot()
  const wish = { channel: 'telegram-bot', token: bot.token }
  const bob = app.as(await app.person())
  const first = await ida('POST', '/api/connections', wish)
  const again = await ida('POST', '/api/connections', wish)
  expect(again.data.id).toBe(first.data.id)
  const second = await bob('POST', '/api/connections', wish)
  expect(second).toMatchObject({ status: 201, data: { status: 'connected' } })

  const credentials = async () =>
    (await app.pool.query('select credentials, status from accounts where not shared')).rows[0]
  await ida('DELETE', `/api/connections/${first.data.id}`)
  expect((await credentials()).credentials).not.toBeNull()
  await bob('DELETE', `/api/connections/${second.data.id}`)
  expect(await credentials()).toMatchObject({ credentials: null, status: 'needs_pairing' })
})

test('disconnecting removes the groups and forgets what was proved', async () => {
  const { app, ida } = await start()
  const id = await pairShared(app, ida, 'Choir')
  expect(await ida('DELETE', `/api/connections/${id}`)).toMatchObject({ data: { done: true } })
  expect((await ida('GET', '/api/groups')).data.items).toEqual([])
  expect((await ida('GET', '/api/connections')).data.items).toEqual([])
  expect(await ida('DELETE', `/api/connections/${id}`)).toMatchObject({ status: 404 })
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(data).toMatchObject({ status: 'pairing' })
  expect(data.id).not.toBe(id)
  expect((await ida('GET', `/api/connections/${data.id}/chats`)).data.items).toEqual([])
})

test('an address that is no id is nothing', async () => {
  const { ida } = await start()
  expect(await ida('GET', '/api/connections/abc')).toMatchObject({ status: 404 })
})

test('more connections than this server allows are not made; one that is there is found again', async () => {
  const { app, ida, sandbox } = await start({ LIMIT_CONNECTIONS: '1' })
  const first = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const again = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  expect(again.data.id).toBe(first.data.id)
  const { token } = await sandbox.createBot({ name: 'Second' })
  const own = { channel: 'telegram-bot', token }
  expect((await ida('POST', '/api/connections', own)).error).toMatchObject({
    code: 'limit_reached',
    limit: 'connections',
    message: 'You have 1 connections, the most this server allows. Disconnect one first.',
  })
  const other = app.as(await app.person())
  expect((await other('POST', '/api/connections', own)).status).toBe(201)
})

async function start(env: Record<string, string> = {}) {
  const app = await openTelegramApp({ app: { env } })
  onTestFinished(() => app.close())
  await app.receive()
  return { app, sandbox: app.sandbox, ida: app.as(await app.person()) }
}

const codeIn = (url: string) => new URL(url).searchParams.get('startgroup') ?? ''

async function addBotTo(app: TelegramApp, title: string, code?: string) {
  const chat = await app.sandbox.addGroup({ title })
  await app.sandbox.addBot({ chatId: chat.id, ...(code ? { startPayload: code } : {}) })
  return chat
}

async function pairShared(app: TelegramApp, call: Caller, title: string): Promise<string> {
  const { data } = await call('POST', '/api/connections', { channel: 'telegram-bot' })
  await addBotTo(app, title, codeIn(linkIn(data.pairing)!))
  await app.until(() => connectionThat(call, data.id, (it) => it.groupCount === 1))
  return data.id
}

async function newLinkInto(app: TelegramApp, call: Caller, id: string, title: string) {
  const { data } = await call('POST', `/api/connections/${id}/pairing`, { refresh: true })
  await addBotTo(app, title, codeIn(linkIn(data.pairing)!))
  await app.until(() => connectionThat(call, id, (it) => it.pairing === undefined))
}

async function connectionThat(call: Caller, id: string, fits: (connection: Connection) => unknown) {
  const { data } = await call('GET', `/api/connections/${id}`)
  return fits(data) ? data : undefined
}

/** What happened before the bot was connected is gone: Telegram keeps updates for a day only. */
async function forgetUpdates(apiRoot: string, token: string) {
  await fetch(`${apiRoot}/bot${token}/getUpdates?offset=-1`)
  await fetch(`${apiRoot}/bot${token}/deleteWebhook?drop_pending_updates=true`)
}

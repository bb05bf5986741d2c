import type { Connection } from '@carillon/contract/connections'
import { expect, onTestFinished, test } from 'vitest'
import {
  botChannel,
  linkIn,
  openTelegramApp,
  type Caller,
  type TelegramApp,
} from '../../test/telegram.ts'
import { channelOf, connectAccount, identifyToken } from '../accounts/actions.ts'
import { openOwnership } from '../accounts/ownership.ts'
import { openSessions } from '../accounts/sessions.ts'
import { ensureSharedAccount } from '../accounts/shared-account.ts'
import { recover } from '../sending/recovery.ts'
import { startSender } from '../sending/sender.ts'
import { seconds } from '../platform/clock.ts'
import { openListener } from '../platform/news/listener.ts'

const WORDS = 'The token of this bot was changed. Paste its current token from BotFather to go on.'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20) }

test('a user who has shown only the old token of a bot sees and sends nothing, until they show the new one', async () => {
  const { app, ida, sandbox } = await start()
  const mallory = app.as(await app.person())
  const bot = await sandbox.createBot()
  const mine = await connectWith(ida, bot.token)
  const theirs = await connectWith(mallory, bot.token)
  await work(app)
  const sent = () => (app.clock.advance(100), sandbox.ledger())
  const chat = await addChat(app, bot.id, 'Board')
  await app.until(() => chatsOf(ida, mine.id, 1))
  const board = { connectionId: theirs.id, externalId: String(chat.id) }
  const group = (await mallory('POST', '/api/groups', board)).data
  await ida('POST', '/api/groups', { ...board, connectionId: mine.id })
  await mallory('POST', `/api/groups/${group.id}/test`)
  await expect.poll(sent, PATIENT).toHaveLength(1)
  const link = await mallory('POST', `/api/connections/${theirs.id}/pairing`, { refresh: true })

  const { token } = await sandbox.revokeToken(bot.id)
  const path = `/api/connections/${mine.id}/pairing`
  expect(await ida('POST', path, { token })).toMatchObject({ data: { status: 'connected' } })

  expect((await mallory('GET', `/api/connections/${theirs.id}`)).data).toMatchObject({
    status: 'needs_pairing',
    reason: WORDS,
    pairing: { step: 'token' },
    attention: { text: WORDS, action: { label: 'Paste its current token' } },
  })
  expect((await mallory('GET', `/api/connections/${theirs.id}/chats`)).data.items).toEqual([])
  const refusals = [
    await mallory('POST', `/api/connections/${theirs.id}/refresh`, {}),
    await mallory('POST', `/api/connections/${theirs.id}/refresh`, { link: String(chat.id) }),
    await mallory('POST', `/api/connections/${theirs.id}/pairing`, { refresh: true }),
    await mallory('POST', `/api/groups/${group.id}/check`),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([409, 409, 409, 409])
  const second = await addChat(app, bot.id, 'Private')
  await app.until(() => chatsOf(ida, mine.id, 2))
  const wish = { connectionId: theirs.id, externalId: String(second.id) }
  expect(await mallory('POST', '/api/groups', wish)).toMatchObject({ status: 404 })
  const code = new URL(linkIn(link.data.pairing)!).searchParams.get('startgroup')
  await sandbox.say(second.id, { text: `/start@${bot.username} ${code}` })
  expect(await mallory('POST', `/api/groups/${group.id}/test`)).toMatchObject({ status: 400 })
  expect((await mallory('GET', '/api/groups')).data.items).toMatchObject([
    { status: 'disconnected', title: 'Board', reason: expect.stringContaining('token') },
  ])
  expect(await bellOf(app, 'has a new token')).toEqual([
    { title: `@${bot.username} has a new token`, message: expect.stringContaining(WORDS) },
  ])

  // The owner goes on, and the old token changes nothing any more.
  const old = { channel: 'telegram-bot', token: bot.token }
  expect(await mallory('POST', '/api/connections', old)).toMatchObject({ status: 400 })
  const [owned] = (await ida('GET', '/api/groups')).data.items
  expect(owned).toMatchObject({ status: 'active' })
  await ida('POST', `/api/groups/${owned!.id}/test`)
  await expect.poll(sent, PATIENT).toHaveLength(2)

  const shown = await mallory('POST', `/api/connections/${theirs.id}/pairing`, { token })
  expect(shown).toMatchObject({ status: 200, data: { status: 'connected' } })
  expect((await mallory('GET', '/api/groups')).data.items).toMatchObject([{ status: 'active' }])
  expect((await ida('GET', `/api/connections/${mine.id}`)).data).toMatchObject({
    status: 'connected',
  })
})

test('an old token that was accepted just before it was revoked does not take the new one’s place', async () => {
  const { app, ida, sandbox } = await start()
  const { ctx } = app
  const bot = await sandbox.createBot()
  const mine = await connectWith(ida, bot.token)
  const telegram = channelOf(ctx, 'telegram-bot')
  const accepted = await identifyToken(ctx, telegram, bot.token)
  const { token } = await sandbox.revokeToken(bot.id)
  await ida('POST', `/api/connections/${mine.id}/pairing`, { token })
  await expect(
    ctx.transaction((tx) => connectAccount(ctx, tx, telegram.kind, accepted)),
  ).rejects.toMatchObject({ code: 'conflict' })
  // Two who paste the new one at the same time are no race.
  const before = { ...(await identifyToken(ctx, telegram, token)), versionBefore: 0 }
  await ctx.transaction((tx) => connectAccount(ctx, tx, telegram.kind, before))
})

test('a new token of the bot of this server disconnects nobody', async () => {
  const { app, ida, sandbox } = await start()
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const { token } = await sandbox.revokeToken(sandbox.botId)
  const telegram = { ...app.ctx.config.telegram, botToken: token }
  const ctx = { ...app.ctx, config: { ...app.ctx.config, telegram } }
  expect(await ensureSharedAccount(ctx, botChannel(ctx))).toBe('ready')
  const again = await ida('GET', `/api/connections/${data.id}`)
  expect(again.data).toMatchObject({ status: 'pairing', pairing: { step: 'open_link' } })
})

test('a bot whose holders have left loses its token, whoever else once showed an older one', async () => {
  const { app, ida, sandbox } = await start()
  const mallory = app.as(await app.person())
  const bot = await sandbox.createBot()
  const mine = await connectWith(ida, bot.token)
  await connectWith(mallory, bot.token)
  const { token } = await sandbox.revokeToken(bot.id)
  await ida('POST', `/api/connections/${mine.id}/pairing`, { token })
  const kept = async () =>
    (await app.pool.query('select credentials is not null as kept from accounts where not shared'))
      .rows
  expect(await kept()).toEqual([{ kept: true }])
  await ida('DELETE', '/api/users/me')
  expect(await kept()).toEqual([{ kept: false }])
})

async function start() {
  const app = await openTelegramApp()
  onTestFinished(() => app.close())
  return { app, sandbox: app.sandbox, ida: app.as(await app.person()) }
}

/** A process that owns all accounts, receives for them and sends through them. */
async function work(app: TelegramApp) {
  const { ctx, databaseUrl } = app
  const listener = await openListener(databaseUrl, ctx.clock, ctx.log)
  app.atEnd(() => listener.close())
  const ownership = await openOwnership(ctx, { databaseUrl, listener, roles: ['sender'], recover })
  app.atEnd(() => ownership.close())
  const sessions = openSessions(ctx, ownership, listener)
  app.atEnd(() => sessions.close())
  const sender = startSender(ctx, { ownership, listener })
  app.atEnd(() => sender.close())
}

async function connectWith(call: Caller, token: string): Promise<Connection> {
  return (await call('POST', '/api/connections', { channel: 'telegram-bot', token })).data
}

async function addChat({ sandbox }: TelegramApp, botId: number, title: string) {
  const chat = await sandbox.addGroup({ title })
  await sandbox.addBot({ chatId: chat.id, botId })
  return chat
}

async function chatsOf(call: Caller, connectionId: string, count: number) {
  const { data } = await call('GET', `/api/connections/${connectionId}/chats`)
  return data.items.length === count
}

async function bellOf({ pool }: TelegramApp, title: string) {
  const like = `%${title}%`
  return (await pool.query('select title, message from notifications where title like $1', [like]))
    .rows
}

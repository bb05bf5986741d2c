import { expect, onTestFinished, test } from 'vitest'
import { botChannel, linkIn, openTelegramApp, type TelegramApp } from '../../test/telegram.ts'
import { seconds } from '../platform/clock.ts'
import { openAccount, sharedAccount } from './actions.ts'
import { loseAccount } from './status.ts'
import { ensureSharedAccount, openSharedAccountKeeper } from './shared-account.ts'
import type { Context } from '../platform/context.ts'
import { hookMaker } from './webhooks.ts'

/** Long enough for a busy machine. */
const PATIENT = { timeout: seconds(20) }

test('the operator’s bot is set up once, however many processes start', async () => {
  const app = await start({ sharedBot: false })
  const { ctx, sandbox } = app
  const results = await Promise.all([
    ensureSharedAccount(ctx, botChannel(ctx)),
    ensureSharedAccount(ctx, botChannel(ctx)),
  ])
  expect([...results, await ensureSharedAccount(ctx, botChannel(ctx))]).toEqual([
    'ready',
    'ready',
    'ready',
  ])
  const bot = await sharedAccount(ctx, botChannel(ctx))
  expect(bot).toMatchObject({
    shared: true,
    status: 'connected',
    externalId: String(sandbox.botId),
    identity: `@${sandbox.botUsername}`,
  })
  expect((await openAccount(ctx, bot!.id)).credentials).toBe(sandbox.botToken)
})

test('a server that starts without Telegram tries again and is usable meanwhile', async () => {
  const app = await start({ sharedBot: false })
  const ida = app.as(await app.person())
  await app.sandbox.chaos({ method: 'getMe', fault: 'bad-gateway', rate: 1 })
  const keeper = openSharedAccountKeeper(app.ctx, botChannel(app.ctx))
  onTestFinished(() => keeper.close())
  await keeper.firstTry
  expect(await ida('POST', '/api/connections', { channel: 'telegram-bot' })).toMatchObject({
    status: 503,
    error: { message: 'Telegram cannot be reached now. Try again in a moment.' },
  })
  await app.sandbox.noFaults()
  const ready = app.until(() => sharedAccount(app.ctx, botChannel(app.ctx)))
  app.clock.advance(seconds(30))
  expect(await ready).toMatchObject({ status: 'connected' })
})

test('a restart while Telegram cannot be reached keeps the bot, with the status reconnecting', async () => {
  const app = await start()
  const away = { fault: 'bad-gateway', rate: 1 } as const
  await app.sandbox.chaos({ method: 'getMe', ...away }, { method: 'getUpdates', ...away })
  expect(await ensureSharedAccount(app.ctx, botChannel(app.ctx))).toBe('unreachable')
  const sessions = await app.openSessions()
  // After its HTTP connection was closed it pauses before it tries again.
  const later = () => (app.clock.advance(seconds(1)), sharedAccount(app.ctx, botChannel(app.ctx)))
  await expect.poll(later, PATIENT).toMatchObject({ status: 'reconnecting' })
  await app.sandbox.noFaults()
  await expect.poll(later, PATIENT).toMatchObject({ status: 'connected' })
  await sessions.close()
})

test('a process that cannot reach Telegram when it starts does not change the status of a bot that is connected', async () => {
  const app = await start()
  await app.sandbox.chaos({ method: 'getMe', fault: 'bad-gateway', rate: 1 })
  expect(await ensureSharedAccount(app.ctx, botChannel(app.ctx))).toBe('unreachable')
  expect(await sharedAccount(app.ctx, botChannel(app.ctx))).toMatchObject({ status: 'connected' })
})

test('a configured token that Telegram refuses is reported to the operator and to users', async () => {
  const app = await start()
  const ida = app.as(await app.person())
  await app.sandbox.revokeToken(app.sandbox.botId)
  expect(await ensureSharedAccount(app.ctx, botChannel(app.ctx))).toBe('refused')
  expect(await ida('POST', '/api/connections', { channel: 'telegram-bot' })).toMatchObject({
    status: 503,
    error: { message: 'Telegram refuses the token of this bot.' },
  })
})

test('a refusal of the old token does not affect an account with a new one', async () => {
  const app = await start()
  const { ctx, sandbox } = app
  const bot = await sandbox.createBot()
  const ida = app.as(await app.person())
  await ida('POST', '/api/connections', { channel: 'telegram-bot', token: bot.token })
  const { id } = await ownAccount(app)
  const lose = (token: string) =>
    ctx.transaction((tx) => loseAccount(ctx, tx, id, 'unauthorized', 'Refused.', token))
  await lose('1:older')
  expect(await ownAccount(app)).toMatchObject({ status: 'connected' })
  await lose(bot.token)
  expect(await ownAccount(app)).toMatchObject({ status: 'needs_pairing', reason: 'Refused.' })
})

test('a former owner still reports updates, which is harmless, but does not store the offset', async () => {
  const app = await start()
  const { sandbox } = app
  const ida = app.as(await app.person())
  const bot = await sandbox.createBot()
  const { data } = await ida('POST', '/api/connections', {
    channel: 'telegram-bot',
    token: bot.token,
  })
  const sessions = await app.openSessions()
  // Another process took the account over: only that one may store the offset of updates now.
  await app.pool.query('update accounts set epoch = epoch + 1, update_offset = 7')
  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  await app.until(async () => {
    const chats = await ida('GET', `/api/connections/${data.id}/chats`)
    return chats.data.items.length === 1
  })
  await sessions.close()
  expect(await ownAccount(app)).toMatchObject({ updateOffset: 7 })
})

/** Makes the webhook that a server with a public address registers for a bot: each call makes a new secret. */
function newWebhookFor(ctx: Context, accountId: string) {
  const { webhook } = botChannel(ctx)
  const make =
    webhook && hookMaker({ ...ctx, config: { ...ctx.config, local: false } }, webhook, accountId)
  if (!make) throw new Error('This server has no public address.')
  return make()
}

test('a webhook is opened by its secret alone, and hears each update once', async () => {
  const app = await start({ env: { PUBLIC_URL: 'https://127.0.0.1:8443' } })
  const { ctx, sandbox } = app
  const bot = (await sharedAccount(ctx, botChannel(ctx)))!
  const hook = await newWebhookFor(ctx, bot.id)
  expect(hook.url).toBe(`https://127.0.0.1:8443/hooks/telegram/${bot.id}`)
  const update = (id: number, status: string) => ({
    update_id: id,
    my_chat_member: {
      chat: { id: -1001, type: 'supergroup', title: 'Choir' },
      new_chat_member: { status },
    },
  })
  const call = (body: object, secret: string | undefined) =>
    app.hook(`/hooks/telegram/${bot.id}`, body, secret)

  expect(await call(update(7, 'member'), undefined)).toBe(401)
  expect(await call(update(7, 'member'), 'guess')).toBe(401)
  expect(await app.hook('/hooks/telegram/nobody', update(7, 'member'), hook.secret)).toBe(401)
  expect(await call({ nonsense: true }, hook.secret)).toBe(400)
  expect(await call(update(7, 'member'), hook.secret)).toBe(200)
  expect(await call(update(8, 'kicked'), hook.secret)).toBe(200)
  // Delivered again, after a later one: it was handled already.
  expect(await call(update(7, 'member'), hook.secret)).toBe(200)
  const chats = await ctx.db.selectFrom('chats').selectAll().execute()
  expect(chats).toMatchObject([{ externalId: '-1001', title: 'Choir', lost: 'kicked' }])

  const next = await newWebhookFor(ctx, bot.id)
  expect(await call(update(9, 'member'), hook.secret)).toBe(401)
  expect(await call(update(9, 'member'), next.secret)).toBe(200)
  expect((await sandbox.judge()).violations).toMatchObject({ total: 0 })
})

test('what Telegram brings with a good secret is heard, however much is refused from its address', async () => {
  const env = { PUBLIC_URL: 'https://127.0.0.1:8443', LIMIT_REFUSED_HOOKS_PER_MINUTE: '2' }
  const app = await start({ env })
  const { ctx } = app
  const bot = (await sharedAccount(ctx, botChannel(ctx)))!
  const { secret } = await newWebhookFor(ctx, bot.id)
  const call = (id: number, shown: string) =>
    app.hook(`/hooks/telegram/${bot.id}`, { update_id: id }, shown)

  expect(await call(1, secret)).toBe(200)
  for (const answer of [401, 401, 429]) expect(await call(2, 'guess')).toBe(answer)
  expect(await call(2, secret)).toBe(200)
})

test('an update that could not be handled is brought again and not taken for handled', async () => {
  const app = await start({ env: { PUBLIC_URL: 'https://127.0.0.1:8443' } })
  const { ctx, sandbox } = app
  const ida = app.as(await app.person())
  const { data } = await ida('POST', '/api/connections', { channel: 'telegram-bot' })
  const bot = (await sharedAccount(ctx, botChannel(ctx)))!
  const { secret } = await newWebhookFor(ctx, bot.id)
  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id })
  const owner = chat.members.find((member) => member.status === 'creator')
  const code = new URL(linkIn(data.pairing)!).searchParams.get('startgroup')
  const update = {
    update_id: 41,
    message: {
      message_id: 1,
      date: 0,
      chat: { id: chat.id, type: 'supergroup', title: 'Choir' },
      from: { id: owner!.userId, is_bot: false, first_name: 'You' },
      text: `/start ${code}`,
    },
  }
  const url = `/hooks/telegram/${bot.id}`
  await sandbox.chaos({ method: 'getChatMember', fault: 'bad-gateway', next: 1 })
  expect(await app.hook(url, update, secret)).toBe(503)
  expect(await app.hook(url, update, secret)).toBe(200)
  expect((await ida('GET', '/api/groups')).data.items).toMatchObject([{ title: 'Choir' }])
})

async function start(options: { sharedBot?: boolean; env?: Record<string, string> } = {}) {
  const { env, ...rest } = options
  const app = await openTelegramApp({ ...rest, ...(env ? { app: { env } } : {}) })
  onTestFinished(() => app.close())
  return app
}

const ownAccount = (app: TelegramApp) =>
  app.ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('shared', '=', false)
    .executeTakeFirstOrThrow()

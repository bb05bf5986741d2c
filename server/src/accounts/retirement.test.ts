import { expect, onTestFinished, test } from 'vitest'
import { botChannel, openTelegramApp, type TelegramApp } from '../../test/telegram.ts'
import { minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openListener } from '../platform/news/listener.ts'
import { sharedAccount } from './actions.ts'
import { loseAccount } from './status.ts'
import { openOwnership } from './ownership.ts'
import { ensureSharedAccount, openSharedAccountKeeper } from './shared-account.ts'

const RETIRED = 'The operator of this server has put this bot out of service.'

test('a process without the token of the bot takes it from nobody while another process has it', async () => {
  const app = await start()
  await own(app, app.ctx)
  expect((await app.pool.query('select shared_accounts from processes')).rows).toEqual([
    { shared_accounts: [`telegram-bot:${app.sandbox.botId}`] },
  ])
  const without = keep(app, withTelegram(app, { botToken: undefined }))
  await without.firstTry
  app.clock.advance(minutes(11))
  await without.refresh()
  expect(await status(app)).toEqual({ status: 'connected', reason: null })
  expect(without.check()).toBeUndefined()
})

test('a bot whose token no living process has is retired after ten minutes, and says so before', async () => {
  const app = await start()
  const without = keep(app, withTelegram(app, { botToken: undefined }))
  await without.firstTry
  expect(without.check()).toEqual({
    note: expect.stringContaining(`No process has the token of @${app.sandbox.botUsername}`),
  })
  app.clock.advance(minutes(9))
  await without.refresh()
  expect(await status(app)).toMatchObject({ status: 'connected' })
  app.clock.advance(minutes(1))
  await without.refresh()
  expect(await status(app)).toEqual({ status: 'needs_pairing', reason: RETIRED })
})

test('TELEGRAM_BOT_TOKEN=retire waits for no ten minutes, only for processes that still have the token', async () => {
  const app = await start()
  const ownership = await own(app, app.ctx)
  const retiring = keep(app, withTelegram(app, { botToken: undefined, retireBot: true }))
  await retiring.firstTry
  expect(await status(app)).toMatchObject({ status: 'connected' })
  await ownership.close()
  await retiring.refresh()
  expect(await status(app)).toEqual({ status: 'needs_pairing', reason: RETIRED })
})

test('a bot that was lost by mistake is brought back by a process that has its token', async () => {
  const app = await start()
  const { ctx } = app
  const keeper = keep(app, ctx)
  await keeper.firstTry
  const { id } = (await sharedAccount(ctx, botChannel(ctx)))!
  await ctx.transaction((tx) => loseAccount(ctx, tx, id, 'logged_out', RETIRED))
  await keeper.refresh()
  expect(await status(app)).toEqual({ status: 'connected', reason: null })
})

test('a process with an old token of the bot takes nothing from those that have its current one', async () => {
  const app = await start()
  const { token } = await app.sandbox.revokeToken(app.sandbox.botId)
  expect(
    await ensureSharedAccount(withTelegram(app, { botToken: token }), botChannel(app.ctx)),
  ).toBe('ready')
  const old = keep(app, app.ctx)
  await old.firstTry
  expect(await status(app)).toEqual({ status: 'connected', reason: null })
  expect(old.check()).toBe('Telegram refuses TELEGRAM_BOT_TOKEN. Copy it again from BotFather.')
})

test('while Telegram is away the server is ready, with a note', async () => {
  const app = await start()
  await app.sandbox.chaos({ method: 'getMe', fault: 'bad-gateway', rate: 1 })
  const keeper = keep(app, app.ctx)
  await keeper.firstTry
  expect(keeper.check()).toEqual({
    note: 'Telegram cannot be reached, so the shared bot is not set up yet. The server keeps trying.',
  })
})

async function start() {
  const app = await openTelegramApp()
  onTestFinished(() => app.close())
  return app
}

/** The context of a process that was started with other settings. */
function withTelegram(
  { ctx }: TelegramApp,
  given: Partial<Context['config']['telegram']>,
): Context {
  return { ...ctx, config: { ...ctx.config, telegram: { ...ctx.config.telegram, ...given } } }
}

function keep(app: TelegramApp, ctx: Context) {
  const keeper = openSharedAccountKeeper(ctx, botChannel(ctx))
  app.atEnd(() => keeper.close())
  return keeper
}

/** A living process, as far as others see. */
async function own(app: TelegramApp, ctx: Context) {
  const { databaseUrl } = app
  const listener = await openListener(databaseUrl, ctx.clock, ctx.log)
  app.atEnd(() => listener.close())
  const recover = async () => {}
  const ownership = await openOwnership(ctx, { databaseUrl, listener, roles: ['sender'], recover })
  app.atEnd(() => ownership.close())
  return ownership
}

async function status({ ctx }: TelegramApp) {
  const bot = await sharedAccount(ctx, botChannel(ctx))
  return bot && { status: bot.status, reason: bot.reason }
}

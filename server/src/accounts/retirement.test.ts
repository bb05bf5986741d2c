import { expect, onTestFinished, test } from 'vitest'
import { openTelegramHouse, type TelegramHouse } from '../../test/telegram.ts'
import { minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openListener } from '../platform/news/listener.ts'
import { loseAccount, sharedBot } from './actions.ts'
import { openOwnership } from './ownership.ts'
import { ensureSharedBot, keepSharedBot } from './shared-bot.ts'

const RETIRED = 'The operator of this server has put this bot out of service.'

test('a process without the token of the bot takes it from nobody while another process has it', async () => {
  const house = await start()
  await own(house, house.ctx)
  expect((await house.pool.query('select shared_bot from processes')).rows).toEqual([
    { shared_bot: String(house.sandbox.botId) },
  ])
  const without = keep(house, withTelegram(house, { botToken: undefined }))
  await without.tried
  house.clock.advance(minutes(11))
  await without.look()
  expect(await status(house)).toEqual({ status: 'connected', reason: null })
  expect(without.check()).toBeUndefined()
})

test('a bot whose token no living process has is retired after ten minutes, and says so before', async () => {
  const house = await start()
  const without = keep(house, withTelegram(house, { botToken: undefined }))
  await without.tried
  expect(without.check()).toEqual({
    note: expect.stringContaining(`No process has the token of @${house.sandbox.botUsername}`),
  })
  house.clock.advance(minutes(9))
  await without.look()
  expect(await status(house)).toMatchObject({ status: 'connected' })
  house.clock.advance(minutes(1))
  await without.look()
  expect(await status(house)).toEqual({ status: 'needs_pairing', reason: RETIRED })
})

test('TELEGRAM_BOT_TOKEN=retire waits for no ten minutes, only for processes that still have the token', async () => {
  const house = await start()
  const ownership = await own(house, house.ctx)
  const retiring = keep(house, withTelegram(house, { botToken: undefined, retireBot: true }))
  await retiring.tried
  expect(await status(house)).toMatchObject({ status: 'connected' })
  await ownership.close()
  await retiring.look()
  expect(await status(house)).toEqual({ status: 'needs_pairing', reason: RETIRED })
})

test('a bot that was lost by mistake is brought back by a process that has its token', async () => {
  const house = await start()
  const { ctx } = house
  const kept = keep(house, ctx)
  await kept.tried
  const { id } = (await sharedBot(ctx))!
  await ctx.transaction((tx) => loseAccount(ctx, tx, id, 'logged_out', RETIRED))
  await kept.look()
  expect(await status(house)).toEqual({ status: 'connected', reason: null })
})

test('a process with an old token of the bot takes nothing from those that have its current one', async () => {
  const house = await start()
  const { token } = await house.sandbox.revokeToken(house.sandbox.botId)
  expect(await ensureSharedBot(withTelegram(house, { botToken: token }))).toBe('ready')
  const old = keep(house, house.ctx)
  await old.tried
  expect(await status(house)).toEqual({ status: 'connected', reason: null })
  expect(old.check()).toBe('Telegram refuses TELEGRAM_BOT_TOKEN. Copy it again from BotFather.')
})

test('while Telegram is away the server is ready, with a note', async () => {
  const house = await start()
  await house.sandbox.chaos({ method: 'getMe', fault: 'bad-gateway', rate: 1 })
  const kept = keep(house, house.ctx)
  await kept.tried
  expect(kept.check()).toEqual({
    note: 'Telegram cannot be reached to set it up; it is tried again.',
  })
})

async function start() {
  const house = await openTelegramHouse()
  onTestFinished(() => house.close())
  return house
}

/** The context of a process that was started with other settings. */
function withTelegram(
  { ctx }: TelegramHouse,
  given: Partial<Context['config']['telegram']>,
): Context {
  return { ...ctx, config: { ...ctx.config, telegram: { ...ctx.config.telegram, ...given } } }
}

function keep(house: TelegramHouse, ctx: Context) {
  const kept = keepSharedBot(ctx)
  house.atEnd(() => kept.close())
  return kept
}

/** A living process, as far as others see. */
async function own(house: TelegramHouse, ctx: Context) {
  const { databaseUrl } = house
  const listener = await openListener(databaseUrl, ctx.clock, ctx.log)
  house.atEnd(() => listener.close())
  const recover = async () => {}
  const ownership = await openOwnership(ctx, { databaseUrl, listener, roles: ['carrier'], recover })
  house.atEnd(() => ownership.close())
  return ownership
}

async function status({ ctx }: TelegramHouse) {
  const bot = await sharedBot(ctx)
  return bot && { status: bot.status, reason: bot.reason }
}

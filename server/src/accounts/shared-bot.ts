import { after, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import {
  channelOf,
  connectAccount,
  holdsToken,
  identifyToken,
  loseAccount,
  noteStatus,
  sharedBot,
} from './actions.ts'
import { botIdIn, isLive } from './rules.ts'
import * as store from './store.ts'

/** How soon Telegram is asked again when it could not be reached at start. */
const RETRY_MS = seconds(30)

/**
 * Makes the account of the operator's bot and keeps trying while Telegram cannot be reached. `tried`
 * resolves after the first try, whatever came of it: a server starts without Telegram, too.
 */
export function keepSharedBot(ctx: Context): { tried: Promise<void>; close(): void } {
  let forget = () => {}
  let closed = false

  async function attempt() {
    const result = await ensureSharedBot(ctx).catch((error: Error) => {
      ctx.log.warn({ reason: error.message }, 'The bot of this server was not set up.')
      return 'unreachable' as const
    })
    if (result !== 'unreachable' || closed) return
    forget = ctx.clock.wake(after(ctx.clock.now(), RETRY_MS), () => void attempt())
  }

  return {
    tried: attempt(),
    close() {
      closed = true
      forget()
    },
  }
}

/** One try. Harmless when done again, in any number of processes. */
export async function ensureSharedBot(
  ctx: Context,
): Promise<'ready' | 'none' | 'refused' | 'unreachable'> {
  const token = ctx.config.telegram.botToken
  await retireOthers(ctx, token)
  if (!token) return 'none'
  try {
    const accepted = await identifyToken(ctx, channelOf(ctx, 'telegram-bot'), token)
    const { identity } = accepted
    const known = await sharedBot(ctx)
    if (known && isSettled(ctx, known, token, identity)) return 'ready'
    await ctx.transaction((tx) =>
      connectAccount(ctx, tx, 'telegram-bot', accepted, { shared: true }),
    )
    ctx.log.info({ bot: identity.identity }, 'The bot of this server is ready.')
    return 'ready'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const known = await sharedBot(ctx)
    if (error.code === 'invalid') {
      ctx.log.error('TELEGRAM_BOT_TOKEN is not accepted by Telegram. Copy it again from BotFather.')
      if (known) {
        await ctx.transaction((tx) =>
          loseAccount(ctx, tx, known.id, 'unauthorized', 'Telegram refuses the token of this bot.'),
        )
      }
      return 'refused'
    }
    ctx.log.warn({ reason: error.message }, 'The bot of this server waits for Telegram.')
    if (known) {
      await ctx.transaction((tx) => noteStatus(ctx, tx, known.id, 'reconnecting', error.message))
    }
    return 'unreachable'
  }
}

/** A bot that the operator has taken out of the settings must not go on as if it had their word. */
async function retireOthers(ctx: Context, token: string | undefined) {
  const current = token && botIdIn(token)
  for (const account of await store.listShared(ctx, 'telegram-bot')) {
    if (account.externalId === current) continue
    const reason = 'The operator of this server has put this bot out of service.'
    await ctx.transaction((tx) => loseAccount(ctx, tx, account.id, 'logged_out', reason))
  }
}

/** Nothing to write: a restart should not tell every user that nothing has changed. */
function isSettled(
  ctx: Context,
  known: store.AccountRow,
  token: string,
  identity: { identity: string; name: string },
): boolean {
  return (
    isLive(known.status) &&
    known.identity === identity.identity &&
    known.name === identity.name &&
    holdsToken(ctx, known, token)
  )
}

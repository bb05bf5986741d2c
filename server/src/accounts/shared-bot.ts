import { minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Answer } from '../platform/http/health.ts'
import {
  channelOf,
  connectAccount,
  holdsToken,
  identifyToken,
  loseAccount,
  noteStatus,
  sharedBot,
} from './actions.ts'
import { openRetirement } from './retirement.ts'
import { isLive } from './rules.ts'

/** How often a process looks whether the bot of this server is as it should be. */
const LOOK_EVERY_MS = seconds(30)

/** How often a token is shown to Telegram again that it refused: only BotFather can change that. */
const REFUSED_AGAIN_MS = minutes(10)

export type SharedBotResult = 'ready' | 'none' | 'refused' | 'unreachable'

/**
 * Keeps the account of the operator's bot as this process's settings say: makes it, goes on trying while
 * Telegram cannot be reached, and brings it back when another process has lost it by mistake. Bots that no
 * process has the token of any more are retired. `tried` resolves after the first try, whatever came of
 * it: a server starts without Telegram, too.
 */
export function keepSharedBot(ctx: Context): {
  tried: Promise<void>
  /** Looks now instead of in a while. */
  look(): Promise<void>
  /** What the last look found, for `/readyz`. */
  check(): Answer
  close(): void
} {
  const retirement = openRetirement(ctx)
  let result: SharedBotResult | undefined
  let forget = () => {}
  let closed = false
  let looking: Promise<void> | undefined

  /** One look at a time; who asks for another meanwhile gets the one that is under way. */
  function look() {
    forget()
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function lookOnce() {
    try {
      result = (await isAsItShould(ctx, result)) ? 'ready' : await ensureSharedBot(ctx)
      await retirement.look()
    } catch (error) {
      ctx.log.warn({ reason: (error as Error).message }, 'The bot of this server was not set up.')
    }
    if (closed) return
    const wait = result === 'refused' ? REFUSED_AGAIN_MS : LOOK_EVERY_MS
    forget = ctx.clock.later(wait, () => void look())
  }

  return {
    tried: look(),
    look,
    check() {
      if (result === 'refused') {
        return 'Telegram refuses TELEGRAM_BOT_TOKEN. Copy it again from BotFather.'
      }
      if (result === 'unreachable') {
        return { note: 'Telegram cannot be reached to set it up; it is tried again.' }
      }
      return retirement.check()
    },
    close() {
      closed = true
      forget()
    },
  }
}

/**
 * Whether there is nothing to ask Telegram: it accepted this token before, and the account still has it.
 * A banned bot stays so until somebody looks at it: Telegram still accepts its token.
 */
async function isAsItShould(ctx: Context, before: SharedBotResult | undefined): Promise<boolean> {
  const token = ctx.config.telegram.botToken
  if (!token || before !== 'ready') return false
  const known = await sharedBot(ctx)
  if (!known || !holdsToken(ctx, known, token)) return false
  return isLive(known.status) || known.status === 'banned'
}

/** One try. Harmless when done again, in any number of processes. */
export async function ensureSharedBot(ctx: Context): Promise<SharedBotResult> {
  const token = ctx.config.telegram.botToken
  if (!token) return 'none'
  try {
    const accepted = await identifyToken(ctx, channelOf(ctx, 'telegram-bot'), token)
    const { identity } = accepted
    const known = await sharedBot(ctx)
    const isSettled =
      known &&
      isLive(known.status) &&
      known.identity === identity.identity &&
      known.name === identity.name &&
      holdsToken(ctx, known, token)
    // Nothing to write: a restart should not tell every user that nothing has changed.
    if (isSettled) return 'ready'
    await ctx.transaction((tx) =>
      connectAccount(ctx, tx, 'telegram-bot', accepted, { shared: true }),
    )
    ctx.log.info({ bot: identity.identity }, 'The bot of this server is ready.')
    return 'ready'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return noteTrouble(ctx, token, error)
  }
}

async function noteTrouble(
  ctx: Context,
  token: string,
  error: AppError,
): Promise<'refused' | 'unreachable'> {
  const known = await sharedBot(ctx)
  if (error.code === 'invalid') {
    ctx.log.error('TELEGRAM_BOT_TOKEN is not accepted by Telegram. Copy it again from BotFather.')
    const reason = 'Telegram refuses the token of this bot.'
    if (known) {
      // Another process may have the bot's current token: only an account that has this one is lost.
      await ctx.transaction((tx) => loseAccount(ctx, tx, known.id, 'unauthorized', reason, token))
    }
    return 'refused'
  }
  ctx.log.warn({ reason: error.message }, 'The bot of this server waits for Telegram.')
  // Another process was faster with another token: Telegram is asked again which is the newer.
  if (known && error.code !== 'conflict') {
    await ctx.transaction((tx) => noteStatus(ctx, tx, known.id, 'reconnecting', error.message))
  }
  return 'unreachable'
}

import { channelFacts } from '@carillon/contract/channels'
import type { Channel } from '../channels/port.ts'
import { minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Answer } from '../platform/http/health.ts'
import { connectAccount, holdsToken, identifyToken, sharedAccount } from './actions.ts'
import { loseAccount } from './status.ts'
import { openRetirement } from './retirement.ts'
import { isLive } from './rules.ts'

/** How often a process checks that its shared account is as its settings say. */
const CHECK_EVERY_MS = seconds(30)

/** How often a refused token is tried again: only the operator can change it. */
const REFUSED_AGAIN_MS = minutes(10)

export type SharedAccountResult = 'ready' | 'none' | 'refused' | 'unreachable'

export type SharedAccountKeeper = {
  /** Resolves after the first try, whatever its result: a server starts without the network, too. */
  firstTry: Promise<void>
  /** Checks now. */
  refresh(): Promise<void>
  /** The result of the last check, for `/readyz`. */
  check(): Answer
  close(): void
}

/**
 * Keeps the account that the operator offers on this channel as this process's settings say: makes it,
 * goes on trying while the network cannot be reached, and brings it back when another process has lost it
 * by mistake. Accounts that no process has the token of any more are retired.
 */
export function openSharedAccountKeeper(ctx: Context, channel: Channel): SharedAccountKeeper {
  const retirement = openRetirement(ctx, channel)
  let result: SharedAccountResult | undefined
  let cancelTimer = () => {}
  let closed = false
  let refreshing: Promise<void> | undefined

  /** One check at a time; a call during a check waits for that one. */
  function refresh() {
    cancelTimer()
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function refreshOnce() {
    try {
      const ready = await isReady(ctx, channel, result)
      result = ready ? 'ready' : await ensureSharedAccount(ctx, channel)
      await retirement.refresh()
    } catch (error) {
      ctx.log.warn({ reason: (error as Error).message }, 'The shared account was not set up.')
    }
    if (closed) return
    const wait = result === 'refused' ? REFUSED_AGAIN_MS : CHECK_EVERY_MS
    cancelTimer = ctx.clock.later(wait, () => void refresh())
  }

  return {
    firstTry: refresh(),
    refresh,
    check() {
      if (result === 'refused') return refusalWords(channel)
      if (result === 'unreachable') {
        const { network } = channelFacts[channel.kind]
        return {
          note: `${network} cannot be reached, so the shared bot is not set up yet. The server keeps trying.`,
        }
      }
      return retirement.check()
    },
    close() {
      closed = true
      cancelTimer()
    },
  }
}

/**
 * Whether the network need not be asked: it accepted this token before, and the account still has it. A banned account
 * stays banned until somebody acts: the network still accepts its token.
 */
async function isReady(
  ctx: Context,
  channel: Channel,
  before: SharedAccountResult | undefined,
): Promise<boolean> {
  const token = tokenOf(ctx, channel)
  if (!token || before !== 'ready') return false
  const known = await sharedAccount(ctx, channel)
  if (!known || !holdsToken(ctx, known, token)) return false
  return isLive(known.status) || known.status === 'banned'
}

/** One try. Harmless when done again, in any number of processes. */
export async function ensureSharedAccount(
  ctx: Context,
  channel: Channel,
): Promise<SharedAccountResult> {
  const token = tokenOf(ctx, channel)
  if (!token) return 'none'
  try {
    const accepted = await identifyToken(ctx, channel, token)
    const { identity } = accepted
    const known = await sharedAccount(ctx, channel)
    const isUnchanged =
      known &&
      isLive(known.status) &&
      known.identity === identity.identity &&
      known.name === identity.name &&
      holdsToken(ctx, known, token)
    // Nothing to write: a restart must not notify every user without a change.
    if (isUnchanged) return 'ready'
    await ctx.transaction((tx) => connectAccount(ctx, tx, channel.kind, accepted, { shared: true }))
    ctx.log.info({ account: identity.identity }, 'The shared account is ready.')
    return 'ready'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return noteTrouble(ctx, channel, token, error)
  }
}

const tokenOf = (ctx: Context, { pairing }: Channel) =>
  pairing.token?.operator?.read(ctx.config).token

async function noteTrouble(
  ctx: Context,
  channel: Channel,
  token: string,
  error: AppError,
): Promise<'refused' | 'unreachable'> {
  const { network, account } = channelFacts[channel.kind]
  if (error.code === 'invalid') {
    ctx.log.error(refusalWords(channel))
    const known = await sharedAccount(ctx, channel)
    const reason = `${network} refuses the token of this ${account}.`
    if (known) {
      // Another process may have the current token: only an account that has this one is lost.
      await ctx.transaction((tx) => loseAccount(ctx, tx, known.id, 'unauthorized', reason, token))
    }
    return 'refused'
  }
  // An account that is there already keeps its status: the session of its owner, which may be another process, tells it.
  ctx.log.warn({ reason: error.message }, 'The shared account cannot be set up; retrying.')
  return 'unreachable'
}

function refusalWords({ kind, pairing }: Channel): string {
  const { network, tokenFrom } = channelFacts[kind]
  const from = tokenFrom ? ` from ${tokenFrom}` : ''
  return `${network} refuses ${pairing.token?.operator?.setting}. Copy it again${from}.`
}

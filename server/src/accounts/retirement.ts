import { minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Answer } from '../platform/http/health.ts'
import { loseAccount } from './actions.ts'
import { botIdIn, isLive } from './rules.ts'
import * as store from './store.ts'

/**
 * A bot of this server is retired when no living process has had its token for so long: time to mend a
 * process that was started without it, or to restart all of them. `TELEGRAM_BOT_TOKEN=retire` does not wait.
 */
const RETIRE_AFTER_MS = minutes(10)

const RETIRED = 'The operator of this server has put this bot out of service.'

/**
 * Retires bots of this server that the operator has taken out of the settings. What one process alone was
 * started with decides nothing: it counts since when this process has seen nobody with the bot's token.
 */
export function openRetirement(ctx: Context) {
  const { clock, log } = ctx
  const { botToken, retireBot } = ctx.config.telegram
  const own = botToken && botIdIn(botToken)
  /** Accounts that no living process has the token of, and since when (`clock.steadyMs`). */
  const unheld = new Map<string, { identity: string; sinceMs: number }>()
  let stillHeld = ''

  async function lookAt({ id, identity, externalId }: store.AccountRow) {
    const held = externalId === own || (await store.isSharedBotHeld(ctx, externalId))
    if (held) {
      unheld.delete(id)
      if (retireBot && externalId !== own) tellHeld(identity)
      return
    }
    const { sinceMs } = unheld.get(id) ?? { sinceMs: clock.steadyMs() }
    unheld.set(id, { identity, sinceMs })
    if (!retireBot && clock.steadyMs() - sinceMs < RETIRE_AFTER_MS) return
    await ctx.transaction((tx) => loseAccount(ctx, tx, id, 'logged_out', RETIRED))
    unheld.delete(id)
    log.warn(
      { bot: identity },
      'No process has the token of this bot of the server: it is retired.',
    )
  }

  function tellHeld(identity: string) {
    if (stillHeld === identity) return
    stillHeld = identity
    log.warn(
      { bot: identity },
      'It is not retired: another process still has the token of this bot.',
    )
  }

  return {
    async look(): Promise<void> {
      const bots = await store.listShared(ctx, 'telegram-bot')
      for (const bot of bots) if (isLive(bot.status)) await lookAt(bot)
    },
    /** A process without the token of a bot that people use says so, and is of use all the same. */
    check(): Answer {
      const [bot] = unheld.values()
      return (
        bot && {
          note: `No process has the token of ${bot.identity}: set TELEGRAM_BOT_TOKEN to it, or the bot is retired within 10 minutes.`,
        }
      )
    },
  }
}

import { channelFacts } from '@carillon/contract/channels'
import type { Channel } from '../channels/port.ts'
import { minutes } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Answer } from '../platform/http/health.ts'
import { sharedAccountName, sharedAccountsOf } from './actions.ts'
import { loseAccount } from './status.ts'
import { isLive } from './rules.ts'
import * as owners from './owners-store.ts'
import * as store from './store.ts'

/**
 * A shared account is retired when no living process has had its token for so long: time to correct a process that was
 * started without it, or to restart all of them. The setting `retire` does not wait.
 */
const RETIRE_AFTER_MS = minutes(10)

/**
 * Retires shared accounts of a channel that the operator has taken out of the settings. The settings of
 * one process do not decide: it counts since when this process has seen no process with the token.
 */
export function openRetirement(ctx: Context, { kind, pairing }: Channel) {
  const { clock, log } = ctx
  const facts = channelFacts[kind]
  const operator = pairing.token?.operator
  const retire = operator?.read(ctx.config).retire === true
  /** Accounts that no living process has the token of, and since when (`clock.steadyMs`). */
  const unserved = new Map<string, { identity: string; sinceMs: number }>()
  let stillServed = ''

  async function retireUnserved({ id, identity, externalId }: store.AccountRow) {
    const name = sharedAccountName(kind, externalId)
    const isOurs = sharedAccountsOf(ctx).includes(name)
    if (isOurs || (await owners.isServed(ctx, name))) {
      unserved.delete(id)
      if (retire && !isOurs) warnStillServed(identity)
      return
    }
    const { sinceMs } = unserved.get(id) ?? { sinceMs: clock.steadyMs() }
    unserved.set(id, { identity, sinceMs })
    if (!retire && clock.steadyMs() - sinceMs < RETIRE_AFTER_MS) return
    const reason = `The operator of this server has put this ${facts.account} out of service.`
    await ctx.transaction((tx) => loseAccount(ctx, tx, id, 'logged_out', reason))
    unserved.delete(id)
    log.warn({ account: identity }, 'No process has the token of this shared account: retired it.')
  }

  function warnStillServed(identity: string) {
    if (stillServed === identity) return
    stillServed = identity
    log.warn(
      { account: identity },
      'Not retired: another process still has the token of this shared account.',
    )
  }

  return {
    async refresh(): Promise<void> {
      for (const account of await store.listShared(ctx, kind)) {
        if (isLive(account.status)) await retireUnserved(account)
      }
    },
    /** A note for `/readyz` of a process without the token of an account that people use; the process works all the same. */
    check(): Answer {
      const [account] = unserved.values()
      return (
        account && {
          note: `No process has the token of ${account.identity}: set ${operator?.setting} to it, or the ${facts.account} is retired within 10 minutes.`,
        }
      )
    },
  }
}

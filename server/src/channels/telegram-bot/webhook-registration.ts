import { sleep } from '../../platform/clock.ts'
import type { ChannelAccount, Hook } from '../port/account.ts'
import type { ChannelEvents, Session } from '../port/receiving.ts'
import { TelegramError } from './client.ts'
import { backOffMs, type SessionTools } from './session-tools.ts'
import { outcomeOf } from './telegram-errors.ts'
import { poll } from './long-polling.ts'
import { ALLOWED_UPDATES } from './updates.ts'

/**
 * Asks Telegram to deliver the updates of an account to our webhook, repeatedly until it answers. When it refuses
 * the address, as it does with other ports than 80, 88, 443 and 8443, the updates are polled. The webhook
 * stays when the session closes: the next owner replaces it, and meanwhile any process can answer.
 */
export function register(
  tools: SessionTools,
  account: ChannelAccount & { webhook: () => Promise<Hook> },
  events: ChannelEvents,
): Session {
  const { client, clock, random, log } = tools
  const stop = new AbortController()
  let polling: Session | undefined
  let hook: Hook | undefined

  async function loop() {
    for (let failures = 1; ; failures++) {
      try {
        const made = (hook ??= await account.webhook())
        await client.call(account.credentials, setWebhook(made), { signal: stop.signal })
        return await events.on({ kind: 'status', status: 'connected' })
      } catch (error) {
        if (stop.signal.aborted) return
        const outcome = error instanceof TelegramError ? outcomeOf(error.failure) : undefined
        const reason = (error as Error).message
        if (outcome?.kind === 'refused') {
          log.warn(
            { account: account.id, reason },
            'Telegram refuses our webhook; it is polled instead.',
          )
          polling = poll(tools, account, events)
          return
        }
        const isLost = outcome?.kind === 'accountLost'
        const told = events.on(
          isLost ? outcome : { kind: 'status', status: 'reconnecting', reason },
        )
        const isStored = await told.then(
          () => true,
          () => false,
        )
        // That it is lost is found out again until it is stored: without that nobody would learn it.
        if (isLost && isStored) return
        const asked = outcome?.kind === 'retry' ? outcome.waitMs : undefined
        const wait = asked ?? backOffMs(failures, random)
        await sleep(clock, wait, stop.signal)
      }
    }
  }

  const setWebhook =
    ({ url, secret }: Hook): Parameters<typeof client.call>[1] =>
    (api, signal) =>
      api.setWebhook(
        {
          url,
          secret_token: secret,
          allowed_updates: ALLOWED_UPDATES,
          // One after the other, so that they are handled in the order in which they happened.
          max_connections: 1,
        },
        signal,
      )

  const running = loop().catch((error: Error) => {
    if (!stop.signal.aborted) {
      log.error({ account: account.id, reason: error.message }, 'The webhook was not registered.')
    }
  })

  return {
    async close() {
      stop.abort(new Error('The session was closed.'))
      await running
      await polling?.close()
    },
  }
}

import type { Update as TelegramUpdate } from 'grammy/types'
import { seconds, sleep } from '../../platform/clock.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { ChannelEvent, ChannelEvents, Session } from '../port/receiving.ts'
import { TelegramError } from './client.ts'
import { backOffMs, type SessionTools } from './session-tools.ts'
import { outcomeOf } from './telegram-errors.ts'
import { ALLOWED_UPDATES, readUpdate } from './updates.ts'

/** How long Telegram holds a poll open, in seconds; more than 50 it cuts to 50 (LONG_POLL_MAX_TIMEOUT). */
const HOLD_SECONDS = 50

/** How long to leave another program alone that reads the same bot: each of our polls ends its own. */
const RIVAL_WAIT_MS = seconds(30)

/** How often one update is tried; then it is passed over, so that it does not hold up all later ones. */
const TRIES_PER_UPDATE = 5

/** Failures in a row after which we say so; a single one is a connection that was recycled. */
const FAILURES_TO_TELL = 2

const RIVAL =
  'Another program is receiving the updates of this bot. Sending works, but new groups and removals are noticed late. Stop the other program, or make a new token in BotFather and paste it here.'

/**
 * Receives an account's updates by long polling, one loop, until closed. Every update is handled before
 * the offset moves past it. Ends by itself when the token is refused.
 */
export function poll(means: SessionTools, account: ChannelAccount, events: ChannelEvents): Session {
  const { client, clock, random, log } = means
  const stop = new AbortController()
  let offset = account.updateOffset
  let answered = false
  let failures = 0
  let rival = false
  let told: string | undefined
  let heard = true

  async function loop() {
    while (!stop.signal.aborted) {
      const held = (answered && heard) || rival
      try {
        const updates = await receive(held)
        answered = true
        failures = 0
        // A poll that was held to its end had no rival; a short one proves nothing.
        if (held) rival = false
        heard = await tell('connected', rival ? RIVAL : undefined)
        for (const update of updates) await handle(update)
        if (updates.length > 0) await events.offset(offset ?? 0)
        if (!heard) await pause(backOff(1))
      } catch (error) {
        if (stop.signal.aborted) return
        answered = false
        failures++
        const wait = await waitAfter(error)
        if (wait === 'never') return
        await pause(wait)
      }
    }
  }

  /**
   * The first poll, and the first after a failure, are answered at once: they tell whether all is well. So
   * are those after it until somebody has heard of that: a poll may be held for a minute.
   */
  const receive = (held: boolean) =>
    client.call(
      account.credentials,
      (api, signal) =>
        api.getUpdates(
          {
            timeout: held ? HOLD_SECONDS : 0,
            allowed_updates: ALLOWED_UPDATES,
            ...(offset === null ? {} : { offset }),
          },
          signal,
        ),
      { signal: stop.signal, purpose: 'polls' },
    )

  /** Handles one update, again if need be, and moves past it. */
  async function handle(update: TelegramUpdate) {
    const { id, next, events: found } = readUpdate(update, account.username)
    for (let tries = 1; ; tries++) {
      try {
        for (const event of found) await events.on(event)
        break
      } catch (error) {
        const reason = (error as Error).message
        // While the offset can be kept the database is well, and the fault lies in this update.
        await events.offset(id)
        if (tries === TRIES_PER_UPDATE) {
          log.error(
            { account: account.id, update: id, reason },
            'An update was skipped: it failed too often.',
          )
          break
        }
        await pause(backOff(tries))
      }
    }
    offset = next
  }

  /** What a failure asks for: how long to wait, after telling what is wrong; or to end. */
  async function waitAfter(error: unknown): Promise<number | 'never'> {
    if (!(error instanceof TelegramError)) {
      log.warn(
        { account: account.id, reason: (error as Error).message },
        'Receiving updates failed; retrying.',
      )
      return backOff(failures)
    }
    const { failure } = error
    if (failure.kind === 'answer' && failure.code === 409) return afterConflict(failure.description)
    const outcome = outcomeOf(failure)
    if (outcome.kind === 'accountLost') {
      return (await say(outcome)) ? 'never' : backOff(failures)
    }
    if (failures >= FAILURES_TO_TELL) await tell('reconnecting', error.message)
    return outcome.kind === 'retry' && outcome.waitMs ? outcome.waitMs : backOff(failures)
  }

  async function afterConflict(description: string): Promise<number> {
    if (description.includes('webhook is active')) {
      // Somebody's webhook, perhaps our own from before: polling was chosen, so it goes.
      await client
        .call(account.credentials, (api, signal) => api.deleteWebhook({}, signal))
        .catch(() => {})
      return backOff(failures)
    }
    rival = true
    await tell('connected', RIVAL)
    return RIVAL_WAIT_MS
  }

  /** Says how we are, once for each change; answers whether it was heard, now or before. */
  async function tell(status: 'connected' | 'reconnecting', reason?: string): Promise<boolean> {
    const words = `${status} ${reason ?? ''}`
    if (words === told) return true
    if (!(await say({ kind: 'status', status, ...(reason ? { reason } : {}) }))) return false
    told = words
    return true
  }

  /** Whether it was heard; what was not is said again with the next poll. */
  const say = (event: ChannelEvent) =>
    events.on(event).then(
      () => true,
      () => false,
    )

  const pause = (ms: number) => sleep(clock, ms, stop.signal)

  const backOff = (nth: number) => backOffMs(nth, random)

  const running = loop().catch((error: Error) => {
    if (!stop.signal.aborted) {
      log.error({ account: account.id, reason: error.message }, 'Polling ended unexpectedly.')
    }
  })

  return {
    async close() {
      stop.abort(new Error('The session was closed.'))
      await running
    },
  }
}

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

/** Pause when another program reads the same bot: each of our polls ends its poll. */
const RIVAL_WAIT_MS = seconds(30)

/** How often one update is tried; then it is skipped, so that it does not block all later ones. */
const TRIES_PER_UPDATE = 5

/** Failures in a row until the status changes; a single one is a recycled connection. */
const FAILURES_TO_REPORT = 2

const RIVAL =
  'Another program is receiving the updates of this bot. Sending works, but new groups and removals are noticed late. Stop the other program, or make a new token in BotFather and paste it here.'

/**
 * Receives an account's updates by long polling, one loop, until closed. Every update is handled before
 * the offset moves past it. Ends by itself when the token is refused.
 */
export function poll(tools: SessionTools, account: ChannelAccount, events: ChannelEvents): Session {
  const { client, clock, random, log } = tools
  const stop = new AbortController()
  let offset = account.updateOffset
  let answered = false
  let failures = 0
  let rival = false
  let lastStatus: string | undefined
  let statusDelivered = true

  async function loop() {
    while (!stop.signal.aborted) {
      const isLong = (answered && statusDelivered) || rival
      try {
        const updates = await receive(isLong)
        answered = true
        failures = 0
        // A long poll that was answered proves that no other program polls; a short one proves nothing.
        if (isLong) rival = false
        statusDelivered = await reportStatus('connected', rival ? RIVAL : undefined)
        for (const update of updates) await handle(update)
        if (updates.length > 0) await events.offset(offset ?? 0)
        if (!statusDelivered) await pause(backOff(1))
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
   * With `isLong`, Telegram answers when there is an update, or at the end. The first poll, and the first after a failure, are short: their
   * answer proves that the connection works. Polls stay short until the status `connected` has been delivered.
   */
  const receive = (isLong: boolean) =>
    client.call(
      account.credentials,
      (api, signal) =>
        api.getUpdates(
          {
            timeout: isLong ? HOLD_SECONDS : 0,
            allowed_updates: ALLOWED_UPDATES,
            ...(offset === null ? {} : { offset }),
          },
          signal,
        ),
      { signal: stop.signal, purpose: 'polls' },
    )

  /** Handles one update, several times if it fails, and moves past it. */
  async function handle(update: TelegramUpdate) {
    const { id, next, events: found } = readUpdate(update, account.username)
    for (let tries = 1; ; tries++) {
      try {
        for (const event of found) await events.on(event)
        break
      } catch (error) {
        const reason = (error as Error).message
        // If the offset can be saved, the database works and the fault is in this update.
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

  /** Reports a failure. Returns how long to wait after it, or `never` to end. */
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
      return (await deliver(outcome)) ? 'never' : backOff(failures)
    }
    if (failures >= FAILURES_TO_REPORT) await reportStatus('reconnecting', error.message)
    return outcome.kind === 'retry' && outcome.waitMs ? outcome.waitMs : backOff(failures)
  }

  async function afterConflict(description: string): Promise<number> {
    if (description.includes('webhook is active')) {
      // A webhook is set, perhaps our own from before: polling was chosen, so it is removed.
      await client
        .call(account.credentials, (api, signal) => api.deleteWebhook({}, signal))
        .catch(() => {})
      return backOff(failures)
    }
    rival = true
    await reportStatus('connected', RIVAL)
    return RIVAL_WAIT_MS
  }

  /** Delivers the status, once for each change. Returns whether it was delivered, now or before. */
  async function reportStatus(
    status: 'connected' | 'reconnecting',
    reason?: string,
  ): Promise<boolean> {
    const words = `${status} ${reason ?? ''}`
    if (words === lastStatus) return true
    if (!(await deliver({ kind: 'status', status, ...(reason ? { reason } : {}) }))) return false
    lastStatus = words
    return true
  }

  /** Returns whether it was delivered; a status that was not is sent again after the next poll. */
  const deliver = (event: ChannelEvent) =>
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

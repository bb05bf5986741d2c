import { after, seconds } from '../../platform/clock.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { ChannelEvent, ChannelEvents } from '../port/receiving.ts'
import { readCredentials } from './credentials.ts'
import {
  backOffMs,
  endingOf,
  keysGone,
  NEWER,
  REPLACED_RETRY_MS,
  REPLACED_RESET_MS,
  replacedForGood,
  TOO_OLD,
  type Ending,
} from './endings.ts'
import type { WhatsappContext } from './context.ts'
import type { DeviceEvent } from './protocol.ts'
import { countReceipts } from './receipts.ts'
import * as store from './store.ts'
import { openReportedChats } from './reported-chats.ts'
import { openReportedStatus } from './reported-status.ts'
import type { Version } from './versions.ts'

/** Why an account is lost. */
type Lost = Extract<Ending, { kind: 'lost' }>

export type DeviceSession = {
  /** The worker's name of it. */
  device: string
  sessionId: string
  /** Resolves once it can send (`open`), cannot send for now (`down`), or is lost. */
  ready(withinMs: number): Promise<'open' | 'down' | Lost>
  /** Reads all groups again and emits them. */
  refresh(): Promise<void>
  close(options?: { unlink?: boolean }): Promise<void>
}

let deviceCount = 0

/**
 * Keeps a linked device connected until it is closed or lost. After each end it connects again, when and whether
 * the code of the end says. Its events are emitted one after the other.
 */
export function openDeviceSession(
  context: WhatsappContext,
  account: ChannelAccount,
  events: ChannelEvents,
): DeviceSession {
  const { reading, clock, random, log, host, versions } = context
  const key = readCredentials(account.credentials)
  const device = `${account.id} ${++deviceCount}`
  const { id: accountId, epoch = 0 } = account
  const owned = { accountId, sessionId: key?.sessionId ?? '', epoch }
  const waiting = new Set<() => void>()
  const chats = openReportedChats(emit)
  const { report, ...statuses } = openReportedStatus(context, accountId, handOver)
  let state: 'connecting' | 'open' | 'down' | Lost = 'connecting'
  let tries = 0
  let replacedAt = -Infinity
  /** The version with which it last tried to connect. */
  let version: Version | undefined
  let closed = false
  /** When a person last asked for a try before its time. */
  let retriedAt = -Infinity
  /** Cancels the next try to connect; undefined while none is planned. */
  let cancelRetry: (() => void) | undefined
  /** Counts tries to connect: a try stops when a later one has started, so that there are never two connections. */
  let latest = 0
  let emitted: Promise<unknown> = Promise.resolve()

  const stopListening = host.listen(device, {
    onEvent: (event) => void handleDeviceEvent(event),
    // While a retry is planned no connection exists, and connecting before its time is wrong.
    died: () =>
      cancelRetry
        ? undefined
        : ended({ kind: 'again', reason: 'The connection to WhatsApp broke off.' }),
  })

  async function connect() {
    const mine = ++latest
    const isStale = () => closed || mine !== latest
    if (!key) return lose(keysGone)
    try {
      const claimed = await store.claim(reading, owned)
      if (isStale()) return
      if (claimed === 'gone') return lose(keysGone)
      // Another process owns it already; this process does not know that yet.
      if (claimed === 'owned by a later one') return set('down')
      context.owners.set(device, owned)
      const sentTo = await store.chatsOf(reading, owned.sessionId)
      if (isStale()) return
      version = versions.current()
      const about = { device, ...key, creds: claimed.creds, sentTo }
      await host.call('open', { ...about, ...(version ? { version } : {}) })
    } catch (error) {
      if (isStale()) return
      ended({ kind: 'again', reason: 'The connection to WhatsApp cannot be opened.' })
      log.warn({ account: account.id, reason: reasonOf(error) }, 'WhatsApp was not opened.')
    }
  }

  async function handleDeviceEvent(event: DeviceEvent) {
    if (closed) return
    switch (event.kind) {
      case 'open':
        tries = 0
        set('open')
        void report({ kind: 'status', status: 'connected' })
        return refresh().catch((error: unknown) =>
          log.warn({ account: account.id, reason: reasonOf(error) }, 'Groups could not be read.'),
        )
      case 'down':
        return state === 'open' ? set('connecting') : undefined
      case 'closed':
        return ended(
          event.code === TOO_OLD && (await versions.after(version))
            ? NEWER
            : endingOf(event.code, event.data),
        )
      case 'group':
        return checkStillOwnerAfter(chats.group(event.group))
      case 'receipts': {
        const counts = await countReceipts(context, owned, event.messages)
        return counts.length > 0 ? void emit({ kind: 'receipts', counts }) : undefined
      }
      case 'photoChanged':
        return checkStillOwnerAfter(emit({ kind: 'photoChanged', externalId: event.id }))
      case 'renamed':
        return checkStillOwnerAfter(chats.title(event.id, event.subject))
      default:
        return undefined
    }
  }

  function ended(ending: Ending) {
    if (closed || isLost(state)) return
    log.info({ account: account.id, next: ending.kind }, 'A connection to WhatsApp ended.')
    switch (ending.kind) {
      case 'lost':
        return lose(ending)
      case 'replaced': {
        const since = clock.steadyMs() - replacedAt
        replacedAt = clock.steadyMs()
        if (since < REPLACED_RESET_MS) return lose(replacedForGood)
        return again(REPLACED_RETRY_MS, ending.reason)
      }
      case 'restricted':
        return again(ending.afterMs, ending.reason, 'restricted', ending.endsByItself)
      case 'again':
        return again(ending.afterMs ?? backOffMs(tries++, random.fraction()), ending.reason)
    }
  }

  function again(
    afterMs: number,
    reason: string,
    status: 'reconnecting' | 'restricted' = 'reconnecting',
    ends = false,
  ) {
    set(afterMs > SOON_MS ? 'down' : 'connecting')
    const until = ends ? { until: after(clock.now(), afterMs) } : {}
    void report({ kind: 'status', status, reason, ...until })
    latest++
    cancelRetry?.()
    cancelRetry = clock.later(afterMs, () => {
      cancelRetry = undefined
      set('connecting')
      void connect()
    })
  }

  /** Connects before its time, since a person asked for it: the network may have lifted a restriction earlier. */
  function retryNow() {
    const since = clock.steadyMs() - retriedAt
    if (since < RETRY_APART_MS) return
    retriedAt = clock.steadyMs()
    cancelRetry?.()
    cancelRetry = undefined
    set('connecting')
    void connect()
  }

  function lose(lost: Lost) {
    set(lost)
    if (lost.deletesKeys) {
      store
        .remove(reading, owned.sessionId)
        .catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'Keys of a lost session were not deleted.'),
        )
    }
    void report({ kind: 'accountLost', code: lost.code, reason: lost.reason })
  }

  function set(next: typeof state) {
    state = next
    for (const check of waiting) check()
  }

  function emit(event: ChannelEvent) {
    return handOver(event).catch((error: unknown) =>
      log.warn({ account: account.id, reason: reasonOf(error) }, 'An event was not handled.'),
    )
  }

  function handOver(event: ChannelEvent): Promise<void> {
    const handled = emitted.then(() => (closed ? undefined : events.on(event)))
    emitted = handled.catch(() => {})
    return handled
  }

  /**
   * Writing the offset checks that this process still owns the account. The offset itself is not needed, because the
   * network keeps missed events.
   */
  function checkStillOwnerAfter(handled: Promise<unknown> | undefined) {
    void handled?.then(() => events.offset(clock.now().getTime())).catch(() => {})
  }

  async function refresh() {
    const groups = await host.call('groups', { device })
    for (const group of groups) void chats.group(group)
    await emitted
  }

  void connect()

  return {
    device,
    sessionId: owned.sessionId,
    async ready(withinMs) {
      if (state !== 'connecting') return state
      let cancelTimer = () => {}
      await new Promise<void>((resolve) => {
        const check = () => {
          if (state === 'connecting') return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        cancelTimer = clock.later(withinMs, () => {
          waiting.delete(check)
          resolve()
        })
      })
      cancelTimer()
      return state === ('connecting' as typeof state) ? 'down' : state
    },
    async refresh() {
      if (cancelRetry) return retryNow()
      chats.forget()
      await refresh()
    },
    async close({ unlink = false } = {}) {
      if (closed) return
      closed = true
      statuses.close()
      cancelRetry?.()
      stopListening()
      for (const check of waiting) check()
      await host.call('close', { device, unlink }).catch(() => {})
      context.owners.delete(device)
    },
  }
}

/** A send waits for a connection that comes back within this time. */
const SOON_MS = 2_000

/** Every try of a restricted number is seen by the network, so one who presses often does not ask it each time. */
const RETRY_APART_MS = seconds(15)

const isLost = (state: string | Lost): state is Lost => typeof state === 'object'

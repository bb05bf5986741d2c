import { after } from '../../platform/clock.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { ChannelAccount } from '../port/account.ts'
import type { ChannelEvent, ChannelEvents } from '../port/receiving.ts'
import { readCredentials } from './credentials.ts'
import {
  backOffMs,
  endingOf,
  keysGone,
  NEWER,
  REPLACED_AGAIN_MS,
  REPLACED_APART_MS,
  replacedForGood,
  TOO_OLD,
  type Ending,
} from './endings.ts'
import type { Means } from './means.ts'
import type { DeviceEvent } from './protocol.ts'
import { countReceipts } from './receipts.ts'
import * as store from './store.ts'
import { openReportedChats } from './reported-chats.ts'
import type { Version } from './versions.ts'

/** What the account is told to be, where it is not connected and not lost. */
type Lost = Extract<Ending, { kind: 'lost' }>

export type DeviceSession = {
  /** What the worker calls it. */
  device: string
  sessionId: string
  /** Resolves once it can send, or will not for now; the loss where there is one. */
  ready(withinMs: number): Promise<'open' | 'down' | Lost>
  /** Asks for all groups again and tells them. */
  refresh(): Promise<void>
  close(options?: { unlink?: boolean }): Promise<void>
}

let devices = 0

/**
 * Keeps a linked device connected until it is closed or lost: connects again as the code of each end asks for,
 * and tells what happens. Its events are told one after the other.
 */
export function openDeviceSession(
  means: Means,
  account: ChannelAccount,
  events: ChannelEvents,
): DeviceSession {
  const { reading, clock, random, log, host, versions } = means
  const key = readCredentials(account.credentials)
  const device = `${account.id} ${++devices}`
  const { id: accountId, epoch = 0 } = account
  const owned = { accountId, sessionId: key?.sessionId ?? '', epoch }
  const waiting = new Set<() => void>()
  const chats = openReportedChats(tell)
  let state: 'connecting' | 'open' | 'down' | Lost = 'connecting'
  let tries = 0
  let replacedAt = -Infinity
  /** What it said that it is when it connected last. */
  let version: Version | undefined
  let closed = false
  /** Takes the next try back; undefined while none is waited for. */
  let forgetRetry: (() => void) | undefined
  /** Counts tries to connect: one that has been overtaken by the next goes no further, so that there are never two. */
  let latest = 0
  let telling: Promise<unknown> = Promise.resolve()

  const stopListening = host.listen(device, {
    told: (event) => void heard(event),
    // What waits for its time has no connection that could break, and must not come back before.
    died: () =>
      forgetRetry
        ? undefined
        : ended({ kind: 'again', reason: 'The connection to WhatsApp broke off.' }),
  })

  async function connect() {
    const mine = ++latest
    const overtaken = () => closed || mine !== latest
    if (!key) return lose(keysGone)
    try {
      const claimed = await store.claim(reading, owned)
      if (overtaken()) return
      if (claimed === 'gone') return lose(keysGone)
      // Its next owner has it already: this process only has not heard of it yet.
      if (claimed === 'owned by a later one') return set('down')
      means.owners.set(device, owned)
      const sentTo = await store.chatsOf(reading, owned.sessionId)
      if (overtaken()) return
      version = versions.current()
      const about = { device, ...key, creds: claimed.creds, sentTo }
      await host.call('open', { ...about, ...(version ? { version } : {}) })
    } catch (error) {
      if (overtaken()) return
      ended({ kind: 'again', reason: 'The connection to WhatsApp cannot be opened.' })
      log.warn({ account: account.id, reason: reasonOf(error) }, 'WhatsApp was not opened.')
    }
  }

  async function heard(event: DeviceEvent) {
    if (closed) return
    switch (event.kind) {
      case 'open':
        tries = 0
        set('open')
        void tell({ kind: 'status', status: 'connected' })
        return refresh().catch((error: unknown) =>
          log.warn({ account: account.id, reason: reasonOf(error) }, 'Groups were not told.'),
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
        return told(chats.group(event.group))
      case 'receipts': {
        const counts = await countReceipts(means, accountId, event.messages)
        return counts.length > 0 ? void tell({ kind: 'receipts', counts }) : undefined
      }
      case 'photoChanged':
        return told(tell({ kind: 'photoChanged', externalId: event.id }))
      case 'renamed':
        return told(chats.title(event.id, event.subject))
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
        if (since < REPLACED_APART_MS) return lose(replacedForGood)
        return again(REPLACED_AGAIN_MS, ending.reason)
      }
      case 'restricted':
        return again(ending.afterMs, ending.reason, 'restricted', ending.ends)
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
    void tell({ kind: 'status', status, reason, ...until })
    latest++
    forgetRetry?.()
    forgetRetry = clock.later(afterMs, () => {
      forgetRetry = undefined
      set('connecting')
      void connect()
    })
  }

  function lose(lost: Lost) {
    set(lost)
    if (lost.forget) {
      store
        .remove(reading, owned.sessionId)
        .catch((error: unknown) =>
          log.warn({ reason: reasonOf(error) }, 'Keys of a lost session were not deleted.'),
        )
    }
    void tell({ kind: 'accountLost', code: lost.code, reason: lost.reason })
  }

  function set(next: typeof state) {
    state = next
    for (const look of waiting) look()
  }

  function tell(event: ChannelEvent) {
    telling = telling
      .then(() => (closed ? undefined : events.on(event)))
      .catch((error: unknown) =>
        log.warn({ account: account.id, reason: reasonOf(error) }, 'An event was not handled.'),
      )
    return telling
  }

  /** The network keeps what a device misses by itself; this only asks whether the account is still ours. */
  function told(telling: Promise<unknown> | undefined) {
    void telling?.then(() => events.offset(clock.now().getTime())).catch(() => {})
  }

  async function refresh() {
    const groups = await host.call('groups', { device })
    for (const group of groups) void chats.group(group)
    await telling
  }

  void connect()

  return {
    device,
    sessionId: owned.sessionId,
    async ready(withinMs) {
      if (state !== 'connecting') return state
      let forget = () => {}
      await new Promise<void>((resolve) => {
        const look = () => {
          if (state === 'connecting') return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        forget = clock.later(withinMs, () => {
          waiting.delete(look)
          resolve()
        })
      })
      forget()
      return state === ('connecting' as typeof state) ? 'down' : state
    },
    async refresh() {
      chats.forget()
      await refresh()
    },
    async close({ unlink = false } = {}) {
      if (closed) return
      closed = true
      forgetRetry?.()
      stopListening()
      for (const look of waiting) look()
      await host.call('close', { device, unlink }).catch(() => {})
      means.owners.delete(device)
    },
  }
}

/** Who wants to send waits for a connection that comes back within this time. */
const SOON_MS = 2_000

const isLost = (state: string | Lost): state is Lost => typeof state === 'object'

import pg from 'pg'
import { seconds, type Clock } from '../clock.ts'
import { LOST_HOST } from '../db/lost-host.ts'
import type { Log } from '../log.ts'

/** How soon a lost listening connection is opened again. */
const RECONNECT_MS = seconds(1)

/** PostgreSQL answers in milliseconds; one that hangs takes a connection and says nothing. */
const CONNECT_WITHIN_MS = seconds(10)

export type Listener = {
  /**
   * Calls back for every notification on the channel; returns a way to stop. `begun` is called once it
   * listens: what was notified before that is lost, so look at everything.
   */
  on(channel: string, callback: (payload: string) => void, begun?: () => void): () => void
  /** Calls back after every (re)connection: what was notified meanwhile is lost, so look at everything. */
  onConnected(callback: () => void): () => void
  close(): Promise<void>
}

/** Holds one dedicated connection that listens, for as long as the process lives. */
export async function openListener(url: string, clock: Clock, log: Log): Promise<Listener> {
  const channels = new Map<string, Set<(payload: string) => void>>()
  const connected = new Set<() => void>()
  let client: pg.Client | undefined
  let asked: Promise<unknown> = Promise.resolve()
  let closed = false
  let forgetRetry = () => {}

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      options: LOST_HOST,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      application_name: 'carillon listener',
    })
    next.on('error', (error) => lost(next, error))
    next.on('end', () => lost(next, new Error('The connection ended.')))
    next.on('notification', ({ channel, payload }) => {
      for (const callback of channels.get(channel) ?? []) {
        try {
          callback(payload ?? '')
        } catch (error) {
          // It is only a hint: whoever cannot read it looks again soon, and nobody else misses theirs.
          log.warn({ channel, reason: (error as Error).message }, 'News could not be read.')
        }
      }
    })
    await next.connect()
    if (closed) return next.end()
    client = next
    for (const [channel, { size }] of channels) if (size > 0) listen(next, channel)
    await asked
    if (client !== next) return undefined
    for (const callback of connected) callback()
    return undefined
  }

  /**
   * One statement after the other: the driver keeps no queue of its own any more. A connection that does
   * not listen is as good as lost.
   */
  function listen(to: pg.Client, channel: string) {
    asked = asked
      .then(() => to.query(`listen ${pg.escapeIdentifier(channel)}`))
      .catch((error: Error) => lost(to, error))
  }

  function lost(which: pg.Client, error: Error) {
    if (closed || which !== client) return
    client = undefined
    log.warn({ reason: error.message }, 'The listening connection was lost; connecting again.')
    which.end().catch(() => {})
    retry()
  }

  function retry() {
    forgetRetry = clock.later(RECONNECT_MS, () => {
      if (!closed) connect().catch(() => retry())
    })
  }

  await connect()
  return {
    on(channel, callback, begun) {
      const callbacks = channels.get(channel) ?? new Set()
      if (callbacks.size === 0) {
        channels.set(channel, callbacks)
        if (client) listen(client, channel)
      }
      callbacks.add(callback)
      if (begun) void asked.then(begun)
      return () => callbacks.delete(callback)
    },
    onConnected(callback) {
      connected.add(callback)
      return () => connected.delete(callback)
    },
    async close() {
      closed = true
      forgetRetry()
      await client?.end()
    },
  }
}

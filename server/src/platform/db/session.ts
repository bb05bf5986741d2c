import pg from 'pg'
import { LOST_HOST } from './lost-host.ts'

/** One dedicated connection for as long as a process holds something: what it locks is freed with it. */
export type Session = {
  /** Runs one statement. A connection that does not answer within 5 s counts as lost. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Calls back once when the connection is lost; not when it is closed. */
  onLost(callback: (reason: string) => void): void
  close(): Promise<void>
}

/** PostgreSQL answers in milliseconds; after this long the way to it is broken. */
const QUERY_TIMEOUT_MS = 5_000

/** Opens a session. `name` is shown among the server's connections. */
export async function openSession(url: string, name: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    options: LOST_HOST,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  const callbacks: ((reason: string) => void)[] = []
  let over = false

  function lost(reason: string) {
    if (over) return
    over = true
    client.end().catch(() => {})
    for (const callback of callbacks) callback(reason)
  }

  client.on('error', (error) => lost(error.message))
  client.on('end', () => lost('The connection ended.'))
  await client.connect()
  return {
    async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      try {
        return (await client.query<R>(text, values)).rows
      } catch (error) {
        // An error with a code is the server's answer to this statement; the connection goes on.
        if (!(error instanceof pg.DatabaseError)) lost((error as Error).message)
        throw error
      }
    },
    onLost: (callback) => void callbacks.push(callback),
    async close() {
      if (over) return
      over = true
      await client.end()
    },
  }
}

import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * Begins a statement that is worth preparing: one that runs many times a second, always with the same
 * text. PostgreSQL then reads and plans it once for each connection, which is half the cost of a small
 * batch (measured 2026-11). Lists go in as arrays, so that their length does not change the text. Its
 * columns have names, each: a newer program beside this one may add some to a table at any time.
 */
export const PREPARED = '/* prepared */'

/** The pool as Kysely sees it, with statements that begin with PREPARED prepared under a name of their own. */
export function preparing(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client)
      known.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  let outdated = false
  const ask = async (text: string, values: unknown[]) => {
    try {
      return await client.query({ name: nameOf(text), text, values })
    } catch (error) {
      outdated ||= (error as { code?: unknown }).code === PLAN_OUTDATED
      throw error
    }
  }
  const query = (text: unknown, values?: readonly unknown[]) =>
    typeof text === 'string' && text.startsWith(PREPARED)
      ? ask(text, values as unknown[])
      : client.query(text as string, values as unknown[])
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // What it has prepared stays with a connection; the next one prepares it anew.
    release: (destroy) => client.release(destroy || outdated),
  }
}

/** PostgreSQL's answer when a prepared statement would give other columns now (feature_not_supported). */
const PLAN_OUTDATED = '0A000'

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('hex')
  names.set(text, name)
  return name
}

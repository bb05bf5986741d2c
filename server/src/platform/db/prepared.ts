import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'

const MARKER = '/* prepared */'

/**
 * The marker at the beginning of a statement that is worth preparing: one that runs many times a second,
 * always with the same text. PostgreSQL then reads and plans it once for each connection, which is half the
 * cost of a small batch (measured 2026-11). Lists go in as arrays, so that their length does not change the
 * text. Its columns have names, each: a newer program beside this one may add some to a table at any time.
 */
export const prepared = sql.raw(MARKER)

/** How long a statement may take, in milliseconds: one by itself, and one in a transaction. */
export type StatementLimits = { aloneMs: number; inTransactionMs: number }

/** PostgreSQL ends a statement itself; one that it has not ended so much later is asked of a server that hangs. */
const ANSWER_LATER_MS = 2_000

/** What pg says when an answer did not come in time. The statement may still be done. */
const NO_ANSWER = 'Query read timeout'

/**
 * The pool as Kysely sees it, with statements that begin with the marker prepared under a name of their own.
 * A statement that takes longer than the limits fails; `aloneMs` must be the pool's `statement_timeout`.
 */
export function withPreparedStatements(pool: pg.Pool, limits: StatementLimits): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const wrapped = known.get(client) ?? wrap(client, limits)
      known.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

function wrap(client: pg.PoolClient, limits: StatementLimits): PostgresPoolClient {
  let unusable = false
  let silent = false
  let inTransaction = false

  async function query(text: string, values?: unknown[]) {
    // New statements would wait behind the one that is not answered.
    if (silent) throw new Error(NO_ANSWER)
    const begins = text === 'begin' || text.startsWith('start transaction')
    const limitMs = inTransaction ? limits.inTransactionMs : limits.aloneMs
    if (begins) inTransaction = true
    if (text === 'commit' || text === 'rollback') inTransaction = false
    try {
      // pg's types do not name the time-out of one statement.
      const statement = {
        ...(text.startsWith(MARKER) ? { name: nameOf(text) } : {}),
        // In the same round trip.
        text: begins ? text + differently(limits) : text,
        ...(values?.length ? { values } : {}),
        query_timeout: limitMs + ANSWER_LATER_MS,
      }
      return await client.query(statement)
    } catch (error) {
      silent ||= (error as Error).message === NO_ANSWER
      unusable ||= silent || (error as { code?: unknown }).code === PLAN_OUTDATED
      throw error
    }
  }

  return {
    query: query as unknown as PostgresPoolClient['query'],
    // Prepared statements belong to one connection; the next connection prepares them again.
    release: (destroy) => client.release(destroy || unusable),
  }
}

/** Sets the time limit of a transaction whose statements may take longer than a single statement. */
const differently = ({ aloneMs, inTransactionMs }: StatementLimits) =>
  inTransactionMs === aloneMs ? '' : `; set local statement_timeout = ${inTransactionMs}`

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

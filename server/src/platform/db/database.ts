import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { HUNG_AFTER_MS, LOST_HOST } from './lost-host.ts'
import { withPreparedStatements, type StatementLimits } from './prepared.ts'

/**
 * All tables, by name. Each room's tables.ts adds its own by declaration merging:
 * `declare module '../platform/db/database.ts' { interface Tables { groups: GroupsTable } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface Tables {}

export type Db = Kysely<Tables>

/**
 * Connections of one process for planning, sending and background work, and as many for requests of people, so that
 * searches never delay a message. Each costs PostgreSQL memory.
 */
const POOL_MAX = 10

/**
 * What a person's call may ask of the database. A list or a search takes milliseconds; a change of many
 * rows, such as canceling what waits for 5,000 groups, some seconds.
 */
export const PEOPLE: StatementLimits = { aloneMs: 5_000, inTransactionMs: 30_000 }

/** The same for everything else: nothing takes this long unless the database has a problem. */
const WORK: StatementLimits = { aloneMs: 60_000, inTransactionMs: 60_000 }

/**
 * Connections that stay open when idle: a new one must read and plan everything again, which makes the first batch after
 * a quiet hour a third slower (measured 2026-11).
 */
const POOL_MIN = 2

// Counters and sequence numbers stay below 2^53, so they can be numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Pool = pg.Pool

/**
 * Opens a pool whose statements are ended when they take longer than `limits` say. Rows come back in
 * camelCase, jsonb as it was stored, timestamptz as Date.
 */
export function openPool(url: string, log: Log, max = POOL_MAX, limits = WORK): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    min: Math.min(POOL_MIN, max),
    options: LOST_HOST,
    idle_in_transaction_session_timeout: HUNG_AFTER_MS,
    statement_timeout: limits.aloneMs,
    // A lost host must be noticed in seconds, not after the two hours of the system's default.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'carillon',
  })
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', (error) =>
    log.warn({ reason: error.message }, 'A database connection was lost.'),
  )
  // Nor does the pool listen to one that is in use: lost between two statements of a transaction, it
  // would end the process. Its next statement fails, and says so to whoever uses it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * The query builder over a pool that was opened with these limits. A statement fails too when PostgreSQL
 * hangs and does not answer.
 */
export function openDatabase(pool: Pool, limits = WORK): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, limits) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

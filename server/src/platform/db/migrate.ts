import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartError } from '../errors.ts'
import type { Log } from '../log.ts'
import { HUNG_AFTER_MS, LOST_HOST } from './lost-host.ts'
import { connect } from './connect.ts'
import { checkMigrationState } from './migration-state.ts'

/** One migrator at a time, whichever process it runs in. */
const LOCK = 7_261_001

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** The longest that one migration may take, or the wait for another process that migrates. */
const MIGRATION_MAX_MS = 15 * 60_000

/** A numbered SQL file. */
export type Migration = { name: string; sql: string; hash: string }

/**
 * Brings the database to the newest version: numbered SQL files, forward only, each in its own
 * transaction, under an advisory lock. Throws StartError when the database cannot be reached or is not
 * whole, and, with the file's name, when one fails or one that was already applied has changed.
 */
export async function migrate(url: string, log: Log, folder = FOLDER): Promise<void> {
  const files = await migrationsIn(folder)
  const client = await connect(url, {
    application_name: 'carillon migrations',
    // A migrator that is lost with its host must not keep the next one, or the tables it locked, waiting.
    options: LOST_HOST,
    idle_in_transaction_session_timeout: HUNG_AFTER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  try {
    await lock(client, log)
    const tables = await tablesIn(client)
    const applied = tables.has('migrations') ? await appliedIn(client) : new Map<string, string>()
    checkMigrationState(files, applied, tables)
    await client.query(
      `create table if not exists migrations (
         name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    for (const file of files) {
      if (applied.has(file.name)) continue
      await apply(client, file)
      log.info({ migration: file.name }, 'Applied a migration.')
    }
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(wordsOf(error), { cause: error })
  } finally {
    await client.end()
  }
}

async function lock(client: pg.Client, log: Log) {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock($1) as free',
    [LOCK],
  )
  if (rows[0]?.free) return
  log.info('Another process brings the database to the newest version; waiting for it …')
  await patiently(client, `select pg_advisory_lock(${LOCK})`)
}

/** Runs a statement that may take long. */
const patiently = (client: pg.Client, text: string) =>
  client.query({ text, query_timeout: MIGRATION_MAX_MS } as pg.QueryConfig)

async function tablesIn(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  )
  return new Set(rows.map(({ name }) => name))
}

async function appliedIn(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select * from migrations')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

function wordsOf(error: unknown): string {
  const { code, message } = error as Error & { code?: string }
  if (/timeout/i.test(message))
    return 'The database took too long to answer: it hangs, or another process has been migrating it for many minutes. What was begun is undone; look at the database, then start again.'
  if (code === '42501')
    return `The user of DATABASE_URL may not make tables (${message}): make this user the owner of the database, or grant create on its schema.`
  return `The database could not be brought to the newest version: ${message}.`
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may check out other line ends: the same file must have the same hash.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply(client: pg.Client, { name, sql, hash }: Migration) {
  await client.query('begin')
  try {
    await patiently(client, sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    // A lost connection has rolled back already, and its own words would hide the reason.
    await client.query('rollback').catch(() => {})
    const reason = (error as Error).message
    throw new StartError(`Migration ${name} failed: ${reason}. Nothing of it was kept.`, {
      cause: error,
    })
  }
}

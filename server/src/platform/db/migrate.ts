import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Log } from '../log.ts'
import { HUNG_AFTER_MS, LOST_HOST } from './lostHost.ts'

/** One migrator at a time, whichever process it runs in. */
const LOCK = 7_261_001

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Brings the database to the newest version: numbered SQL files, forward only, each in its own
 * transaction, under an advisory lock. Throws, with the file's name, when one fails or one that was
 * already applied has changed.
 */
export async function migrate(url: string, log: Log, folder = FOLDER): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'carillon migrations',
    // A migrator that is lost with its host must not keep the next one, or the tables it locked, waiting.
    options: LOST_HOST,
    idle_in_transaction_session_timeout: HUNG_AFTER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  // The statement that runs is told of a lost connection too; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists migrations (
         name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select * from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    for (const { name, sql, hash } of await migrationsIn(folder)) {
      const known = applied.get(name)
      if (known === hash) continue
      if (known) throw new Error(`Migration ${name} was changed after it had been applied.`)
      await apply(client, name, sql, hash)
      log.info({ migration: name }, 'Applied a migration.')
    }
  } finally {
    await client.end()
  }
}

async function migrationsIn(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Git on Windows may check out other line ends: the same file must have the same hash.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply(client: pg.Client, name: string, sql: string, hash: string) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    // A lost connection has rolled back already, and its own words would hide the reason.
    await client.query('rollback').catch(() => {})
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

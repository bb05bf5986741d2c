import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/** One migrator at a time, whichever process it runs in. */
const LOCK = 7_261_001

const FOLDER = new URL('../../../migrations/', import.meta.url)

/**
 * Brings the database to the newest version: numbered SQL files, forward only, each in its own
 * transaction, under an advisory lock. Throws when a file that was already applied has changed.
 */
export async function migrate(url: string, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists migrations (
         name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; hash: string }>('select * from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    for (const { name, sql, hash } of await migrationFiles()) {
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

async function migrationFiles() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
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
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

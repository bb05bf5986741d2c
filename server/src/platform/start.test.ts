import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { jobNames } from '../rooms.ts'
import { PEOPLE } from './db/database.ts'
import { startPlatform } from './start.ts'

test('what people ask cannot take the connections that sending needs, nor keep one for long', async () => {
  const { url, drop } = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-start-'))
  const { base, people, life } = await startPlatform(
    { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ROLES: 'web' },
    jobNames,
  )
  try {
    const { rows } = await sql<{ ms: string }>`
      select setting as ms from pg_settings where name = 'statement_timeout'`.execute(people.db)
    expect(rows).toEqual([{ ms: String(PEOPLE.aloneMs) }])

    const many = Array.from({ length: 20 }, () => sql`select pg_sleep(0.3)`.execute(people.db))
    const busy = Promise.all(many)
    expect((await sql`select 1 as one`.execute(base.db)).rows).toEqual([{ one: 1 }])
    const asked = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
      base.db,
    )
    expect(asked.rows[0]!.n).toBeLessThanOrEqual(10)
    await busy
  } finally {
    await life.stop()
    await rm(dataDir, { recursive: true, force: true })
    await drop()
  }
})

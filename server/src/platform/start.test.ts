import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { jobNames } from '../rooms.ts'
import { PEOPLE } from './db/database.ts'
import { startPlatform } from './start.ts'

test('requests of people cannot use the connections that sending needs, nor keep one for long', async () => {
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

    const waiting = async () => {
      const { rows: all } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and query like '%advisory_xact_lock%' and wait_event = 'advisory'`.execute(
        base.db,
      )
      return all[0]!.n
    }
    let busy: Promise<unknown> | undefined
    await base.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(7)`.execute(tx)
      const ask = () => sql`select pg_advisory_xact_lock(7)`.execute(people.db)
      busy = Promise.all(Array.from({ length: 20 }, ask))
      await expect.poll(waiting).toBe(10)
      expect((await sql`select 1 as one`.execute(base.db)).rows).toEqual([{ one: 1 }])
      expect(await waiting()).toBe(10)
    })
    await busy
  } finally {
    await life.stop()
    await rm(dataDir, { recursive: true, force: true })
    await drop()
  }
})

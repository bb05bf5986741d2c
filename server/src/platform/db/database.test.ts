import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { openDatabase, openPool } from './database.ts'

test('a connection that is lost between two statements fails their transaction alone', async () => {
  const { url, drop } = await cloneDatabase()
  const pool = openPool(url, createLog('silent'))
  const db = openDatabase(pool)
  const other = openPool(url, createLog('silent'), 1)
  try {
    const opened = once(pool, 'connect') as Promise<[pg.PoolClient]>
    const work = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const [client] = await opened
      const gone = new Promise<void>((resolve) => client.once('end', resolve))
      await other.query('select pg_terminate_backend($1)', [rows[0]!.pid])
      await gone
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow(/not queryable|terminat/i)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  } finally {
    await Promise.all([db.destroy(), other.end()])
    await drop()
  }
})

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

test('PostgreSQL is told to notice a lost host within ten seconds, and to free what a hung process holds', async () => {
  const { url, drop } = await cloneDatabase()
  const pool = openPool(url, createLog('silent'))
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('idle_in_transaction_session_timeout', 'tcp_user_timeout') or name like 'tcp_keepalives%'`,
    )
    const set = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
    expect(set).toMatchObject({ idle_in_transaction_session_timeout: 10_000 })
    // Elsewhere than on Linux the system may not know all of these and keeps its own.
    if (process.platform !== 'linux') return
    expect(set['tcp_user_timeout']).toBe(10_000)
    const noticedAfter =
      set['tcp_keepalives_idle']! + set['tcp_keepalives_interval']! * set['tcp_keepalives_count']!
    expect(noticedAfter).toBeLessThanOrEqual(11)
  } finally {
    await pool.end()
    await drop()
  }
})

test('a transaction that hangs is ended, and what it held is free', async () => {
  const { url, drop } = await cloneDatabase()
  const pool = openPool(url, createLog('silent'))
  try {
    const hung = await pool.connect()
    await hung.query('begin')
    await hung.query('select pg_advisory_xact_lock(1)')
    // The product waits ten seconds for this; the test shortens it.
    await hung.query('set local idle_in_transaction_session_timeout = 50')
    await pool.query('select pg_advisory_xact_lock(1)')
    await expect(hung.query('select 1')).rejects.toThrow(
      /idle-in-transaction|terminat|not queryable/i,
    )
    hung.release(true)
  } finally {
    await pool.end()
    await drop()
  }
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { createLog } from '../log.ts'
import { openDatabase, openPool, type Db } from './database.ts'
import type { StatementLimits } from './prepared.ts'
import { isOutage } from './trouble.ts'

/** A database of one's own and a way to it with these limits. */
async function open(limits: StatementLimits) {
  const { url, drop } = await cloneDatabase()
  const pool = openPool(url, createLog('silent'), 2, limits)
  const db = openDatabase(pool, limits)
  return {
    db,
    async close() {
      await db.destroy()
      await drop()
    },
  }
}

const sleep = (db: Db, seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)

async function processOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}

test('a statement that takes too long is ended, and one in a transaction may take longer', async () => {
  const { db, close } = await open({ aloneMs: 100, inTransactionMs: 5_000 })
  try {
    await expect(sleep(db, 30)).rejects.toMatchObject({ code: '57014' })
    await db.transaction().execute((tx) => sleep(tx, 0.3))
    // What a transaction was allowed ends with it.
    await expect(sleep(db, 30)).rejects.toMatchObject({ code: '57014' })
  } finally {
    await close()
  }
})

// Windows knows no such signal.
test.skipIf(process.platform === 'win32')(
  'a PostgreSQL that hangs fails what is asked, and the connection is not used again',
  async () => {
    const { db, close } = await open({ aloneMs: 100, inTransactionMs: 100 })
    const pid = await processOf(db)
    try {
      process.kill(pid, 'SIGSTOP')
      const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ message: 'Query read timeout' })
      expect(isOutage(error)).toBe(true)
      expect(await processOf(db)).not.toBe(pid)
    } finally {
      process.kill(pid, 'SIGCONT')
      await close()
    }
  },
)

test.skipIf(process.platform === 'win32')(
  'a transaction that PostgreSQL hangs in fails once, without waiting for its end too',
  async () => {
    const { db, close } = await open({ aloneMs: 100, inTransactionMs: 100 })
    let pid: number | undefined
    try {
      const work = db.transaction().execute(async (tx) => {
        pid = await processOf(tx)
        process.kill(pid, 'SIGSTOP')
        await sql`create table written (id int)`.execute(tx)
      })
      await expect(work).rejects.toThrow('Query read timeout')
      expect(await processOf(db)).not.toBe(pid)
    } finally {
      if (pid) process.kill(pid, 'SIGCONT')
      await close()
    }
  },
)

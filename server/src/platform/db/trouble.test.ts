import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/test-app.ts'
import { isOutage, isTrouble } from './trouble.ts'

test('what a row is to blame for is told from what is wrong with the database', async ({ app }) => {
  const { pool, databaseUrl } = app
  const raising = (code: string) => `do $$ begin raise 'No.' using errcode = '${code}'; end $$`
  const told = async (sql: string) => isTrouble(await pool.query(sql).catch((error) => error))
  for (const code of ['08006', '40P01', '53100', '53300', '57014', '57P01', '58030', '0A000']) {
    expect([code, await told(raising(code))]).toEqual([code, true])
  }
  const out = async (code: string) => isOutage(await pool.query(raising(code)).catch((e) => e))
  for (const code of ['08006', '53100', '53300', '57P01', '0A000']) {
    expect([code, await out(code)]).toEqual([code, true])
  }
  for (const code of ['40P01', '53200', '57014', '58030', '22000']) {
    expect([code, await out(code)]).toEqual([code, false])
  }
  for (const sql of ['select 1 / 0', `select '{'::jsonb`, 'select * from nowhere']) {
    expect([sql, await told(sql)]).toEqual([sql, false])
  }
  expect(isTrouble(new TypeError('This is no date.'))).toBe(false)

  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  const gone = (sql: string) => client.query(sql).catch((error: unknown) => error)
  expect(isTrouble(await gone('select pg_terminate_backend(pg_backend_pid())'))).toBe(true)
  expect(isTrouble(await gone('select 1'))).toBe(true)
  const nobody = new Client({ host: '127.0.0.1', port: 1 })
  expect(isTrouble(await nobody.connect().catch((error: unknown) => error))).toBe(true)
})

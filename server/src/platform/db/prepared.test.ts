import { sql } from 'kysely'
import { expect, test } from '../../../test/test-app.ts'
import { prepared } from './prepared.ts'

test('a statement that asks for it is prepared once, and answers as any other', async ({ app }) => {
  const { db } = app.ctx
  const hot = (words: string[]) =>
    sql<{
      word: string
    }>`${prepared} select upper(word) as word from unnest(${words}::text[]) word`
  await db.connection().execute(async (one) => {
    const first = await hot(['a']).execute(one)
    const second = await hot(['b', 'c']).execute(one)
    expect([first.rows, second.rows]).toEqual([[{ word: 'A' }], [{ word: 'B' }, { word: 'C' }]])
    await sql`select 1`.execute(one)
    const { rows } = await sql<{ uses: number }>`
      select generic_plans + custom_plans as uses from pg_prepared_statements`.execute(one)
    expect(rows).toEqual([{ uses: 2 }])
  })
})

test('a connection whose prepared statement has become another one is not used again', async ({
  app,
}) => {
  const { db } = app.ctx
  await app.pool.query('create table bells (id int)')
  const hot = sql<{ id: number }>`${prepared} select * from bells`
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = await db.connection().execute(async (one) => {
    await hot.execute(one)
    await app.pool.query('alter table bells add column chime text')
    await expect(hot.execute(one)).rejects.toMatchObject({ code: '0A000' })
    return (await backend.execute(one)).rows[0]!.pid
  })
  expect(app.pool.idleCount).toBe(app.pool.totalCount)
  const pids = await Promise.all(
    Array.from({ length: app.pool.totalCount }, async () => (await backend.execute(db)).rows[0]!),
  )
  expect(pids).not.toContainEqual({ pid: before })
  expect((await hot.execute(db)).rows).toEqual([])
})

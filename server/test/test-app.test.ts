import { sql } from 'kysely'
import { createPosting } from './posting.ts'
import { expect, openTestApp, test } from './test-app.ts'

test('each test app has a migrated database of its own', async ({ app }) => {
  await app.person()
  const other = await openTestApp()
  const count = async (ctx: typeof app.ctx) =>
    (await sql<{ n: number }>`select count(*)::bigint as n from users`.execute(ctx.db)).rows[0]?.n
  expect([await count(app.ctx), await count(other.ctx)]).toEqual([1, 0])
  await other.close()
})

test('what a failed transaction would have told the world stays untold', async ({ app }) => {
  const { user } = await app.person()
  await expect(
    app.ctx.transaction(async (tx) => {
      await tx.publish({ kind: 'user.updated', userId: user.id, id: user.id, rev: 2 })
      await sql`update users set rev = 2 where id = ${user.id}`.execute(tx.db)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const { rows } = await sql<{ rev: number }>`select rev from users`.execute(app.ctx.db)
  expect(rows).toEqual([{ rev: 1 }])
})

test('an app whose log says a text, or lets anybody in, cannot be closed without a word', async () => {
  const said = await openTestApp()
  await createPosting(said, { text: 'Bring all of your scores' })
  said.ctx.log.debug({ content: 'Bring all of your scores' }, 'Sent.')
  await expect(said.close()).rejects.toThrow(/says what is secret:\n"Bring all of your scores"/)
  const linked = await openTestApp()
  linked.ctx.log.trace('Type K7QX2MPA on the phone.')
  await expect(linked.close()).rejects.toThrow(/a code to type/)
})

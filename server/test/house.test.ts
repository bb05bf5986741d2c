import { sql } from 'kysely'
import { expect, openHouse, test } from './house.ts'

test('each house has a migrated database of its own', async ({ house }) => {
  await house.person()
  const other = await openHouse()
  const count = async (ctx: typeof house.ctx) =>
    (await sql<{ n: number }>`select count(*)::bigint as n from users`.execute(ctx.db)).rows[0]?.n
  expect([await count(house.ctx), await count(other.ctx)]).toEqual([1, 0])
  await other.close()
})

test('what a failed transaction would have told the world stays untold', async ({ house }) => {
  const { user } = await house.person()
  await expect(
    house.ctx.transaction(async (tx) => {
      await tx.publish({ kind: 'user.updated', userId: user.id, id: user.id, rev: 2 })
      await sql`update users set rev = 2 where id = ${user.id}`.execute(tx.db)
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const { rows } = await sql<{ rev: number }>`select rev from users`.execute(house.ctx.db)
  expect(rows).toEqual([{ rev: 1 }])
})

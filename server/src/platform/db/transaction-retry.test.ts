import { sql } from 'kysely'
import { expect, test } from '../../../test/test-app.ts'
import { retryTransaction } from './transaction-retry.ts'

const failing = (code: string, times: number) => {
  let tried = 0
  return async () => {
    if (++tried <= times) throw Object.assign(new Error('It was refused.'), { code })
    return tried
  }
}

test('a transaction that could not be serialized, or was ended by a deadlock, is repeated a few times', async () => {
  expect(await retryTransaction(failing('40001', 1))).toBe(2)
  expect(await retryTransaction(failing('40P01', 4))).toBe(5)
  await expect(retryTransaction(failing('40P01', 5))).rejects.toThrow('It was refused.')
  await expect(retryTransaction(failing('23505', 1))).rejects.toThrow('It was refused.')
})

test('two transactions that wait for each other in a circle both succeed', async ({ app }) => {
  const { ctx, pool } = app
  await pool.query('create table pair (id int primary key, said text)')
  await pool.query(`insert into pair values (1, ''), (2, '')`)
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const say = (who: string, rows: [number, number], mine: () => void, other: Promise<void>) =>
    ctx.transaction(async (tx) => {
      const told = (id: number) =>
        sql`update pair set said = said || ${who} where id = ${id}`.execute(tx.db)
      await told(rows[0])
      mine()
      await other
      await told(rows[1])
    })
  await Promise.all([
    say('a', [1, 2], first.resolve, second.promise),
    say('b', [2, 1], second.resolve, first.promise),
  ])
  const { rows } = await pool.query('select said from pair')
  for (const { said } of rows) expect(said).toMatch(/^(ab|ba)$/)
})

import { expect, onTestFinished, test } from 'vitest'
import { openSending, owning } from '../../test/sending.ts'
import { after, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20) }

test('a flood wait that is told while the database is away holds for whoever owns the lane afterwards', async () => {
  let away = false
  const sending = await openSending()
  onTestFinished(() => {
    away = false
  })
  const { app, ctx, sandbox, posting, plan, startSending, row } = sending
  const choir = await posting({ groups: 3 })
  const [third, ...two] = choir.groupIds
  let refused = 0
  const transaction: Context['transaction'] = async (work) => {
    if (!away) return ctx.transaction(work)
    refused++
    throw new Error('The database is away.')
  }
  const mine = await startSending({ ctx: { transaction } })
  await owning(mine, 1)

  // Two chats that flood at once mean the account.
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'flood',
    when: 'before',
    next: 2,
    amount: 120,
  })
  away = true
  await plan({ ...choir, groupIds: two })
  await expect.poll(() => refused, PATIENT).toBe(2)
  const until = after(app.clock.now(), seconds(120))
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = 7261 and objid = $1 and granted`,
    [mine.processId],
  )
  await owning(mine, 0)
  app.clock.advance(seconds(40))
  const wait = () => (app.clock.advance(seconds(1)), refused)
  await expect.poll(wait, PATIENT).toBeGreaterThan(10)

  away = false
  const [next] = await plan({ ...choir, groupIds: [third!] })
  const second = () => app.clock.advance(seconds(1))
  const longer = async () => {
    const { rows } = await app.pool.query('select paused_until from accounts')
    return rows[0].paused_until?.getTime() - until.getTime()
  }
  // As long as the network said, however late it is written down, but for what writing takes.
  await expect.poll(() => (second(), longer()), PATIENT).toBeGreaterThanOrEqual(0)
  expect(await longer()).toBeLessThan(seconds(20))
  await expect.poll(() => (second(), row(next!)), PATIENT).toMatchObject({ status: 'sent' })
  const { opened_at: openedAt } = (await row(next!)) as { opened_at: Date }
  expect(openedAt.getTime()).toBeGreaterThanOrEqual(until.getTime())
})

import { expect, test } from 'vitest'
import { createPosting } from '../../test/posting.ts'
import { openSending, owning } from '../../test/sending.ts'
import { seconds, systemClock } from '../platform/clock.ts'

test('a process that no longer owns the account sends nothing, even if it believes that it does', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const bot = await sandbox.createBot()
  const chat = await sandbox.addGroup({ title: 'Orchestra' })
  await sandbox.addBot({ chatId: chat.id, botId: bot.id })
  const orchestra = await createPosting(app, { token: bot.token, chats: [`${chat.id}`] })
  const mine = await startSending()
  await owning(mine, 2)
  // Another process claimed one of them, and this one has not noticed.
  await app.pool.query('update accounts set epoch = epoch + 1 where id = $1', [choir.accountId])
  const [id] = await plan(choir)
  // Two sends of the account that it does own, one after the other, show that it had the time for the other lane.
  for (let n = 0; n < 2; n++) {
    const [own] = await plan(orchestra)
    app.clock.advance(seconds(1))
    await reached(own!, 'sent')
  }
  expect(await row(id!)).toMatchObject({ status: 'queued', attempt: 0 })
  expect((await sandbox.ledger()).map(({ chatId }) => chatId)).toEqual([`${chat.id}`, `${chat.id}`])
})

test('an answer that comes after somebody else has taken over changes nothing', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  await startSending()
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', next: 1, amount: 300 })
  const [id] = await plan(choir)
  await reached(id!, 'sending')
  await app.pool.query(`update deliveries set status = 'unconfirmed', epoch = null`)
  await sandbox.waitForLedger(1)
  const [next] = await plan(choir)
  await reached(next!, 'sent')
  expect(await row(id!)).toMatchObject({ status: 'unconfirmed', attempt: 1 })
})

test('stopping lets what is on the wire end, and leaves the rest for the next', async () => {
  const { sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting({ groups: 2 })
  const first = await startSending()
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', next: 1, amount: 500 })
  const [flying] = await plan({ ...choir, groupIds: choir.groupIds.slice(0, 1) })
  await reached(flying!, 'sending')
  const closed = first.sender.close()
  const [left] = await plan({ ...choir, groupIds: choir.groupIds.slice(1) })
  await closed
  expect(await row(flying!)).toMatchObject({ status: 'sent' })
  expect(await row(left!)).toMatchObject({ status: 'queued' })
  await first.close()
  await startSending()
  await reached(left!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(2)
})

test('of two processes one takes over when the other’s connection is cut: nothing is lost, nothing twice', async () => {
  const { app, sandbox, posting, plan, startSending, reached } = await openSending({
    now: new Date().toISOString(),
  })
  const choir = await posting({ groups: 40 })
  const clock = systemClock
  const one = await startSending({ clock })
  await owning(one, 1)
  await startSending({ clock })
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', rate: 1, amount: 30 })
  const ids = await plan(choir)
  await sandbox.waitForLedger(10)
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = 7261 and objid = $1 and granted`,
    [one.processId],
  )
  await Promise.all(ids.map((id) => reached(id, 'sent', 'unconfirmed')))
  const { rows } = await app.pool.query(
    `select d.status, g.external_id from deliveries d join groups g on g.id = d.group_id`,
  )
  const accepted = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(new Set(accepted).size).toBe(accepted.length)
  for (const { status, external_id: chat } of rows) {
    expect([chat, status === 'unconfirmed' || accepted.includes(chat)]).toEqual([chat, true])
  }
})

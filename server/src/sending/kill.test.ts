import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cases } from '../../test/proofs.ts'
import { startSender } from '../../test/sender-program.ts'
import { openSending } from '../../test/sending.ts'

const DELIVERIES = cases(500, 100)
const KILLS = cases(3, 1)
/** As sender-process.ts has it. */
const IN_FLIGHT = 25

test(`kill -9 ${KILLS} times among ${DELIVERIES} deliveries: nothing lost, nothing twice`, async () => {
  const now = new Date().toISOString()
  const sending = await openSending({ now, sandbox: { fork: true } })
  const { app, sandbox, posting, plan, ended } = sending
  const choir = await posting({ groups: DELIVERIES })
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', rate: 1, amount: 40 })
  await plan(choir)

  // Killed after so many messages, somewhere; which it was is told when something is wrong.
  const points = Array.from(
    { length: KILLS },
    () => 20 + Math.floor((Math.random() * DELIVERIES) / 5),
  )
  let accepted = 0
  for (const point of points) {
    const child = startSender(sending, 'sender')
    accepted = (await sandbox.waitForLedger(accepted + point)).length
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const last = startSender(sending, 'sender')
  await ended(DELIVERIES)
  last.kill('SIGTERM')
  await once(last, 'exit')

  const { rows } = await app.pool.query<{ status: string; chat: string }>(
    `select d.status, g.external_id as chat from deliveries d join groups g on g.id = d.group_id`,
  )
  const { rows: interrupted } = await app.pool.query<{ chat: string }>(
    `select g.external_id as chat from deliveries d join groups g on g.id = d.group_id
     where d.attempts @> '[{"outcome": "interrupted"}]'`,
  )
  const chatsOf = (status: string) =>
    rows.filter((row) => row.status === status).map(({ chat }) => chat)
  const said = (await sandbox.ledger()).map(({ chatId }) => chatId)
  const [sent, unconfirmed] = [chatsOf('sent'), chatsOf('unconfirmed')]
  expect({
    killedAfter: points,
    twice: said.length - new Set(said).size,
    lost: sent.filter((chat) => !said.includes(chat)),
    unknown: said.filter((chat) => !sent.includes(chat) && !unconfirmed.includes(chat)),
    ended: sent.length + unconfirmed.length,
    inDoubt: interrupted.map(({ chat }) => chat).toSorted(),
  }).toEqual({
    killedAfter: points,
    twice: 0,
    lost: [],
    unknown: [],
    ended: DELIVERIES,
    // Only what was on the wire when a process was killed, and that is never more than its share.
    inDoubt: unconfirmed.toSorted(),
  })
  expect(unconfirmed.length).toBeLessThanOrEqual(KILLS * IN_FLIGHT)
}, 60_000)

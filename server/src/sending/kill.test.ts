import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { TEST_SECRETS_KEYS } from '../../test/test-app.ts'
import { cases } from '../../test/proofs.ts'
import { openSending, type Sending } from '../../test/sending.ts'

const DELIVERIES = cases(500, 200)
const KILLS = cases(3, 1)
/** As sender-process.ts has it. */
const IN_FLIGHT = 25

test(`kill -9 ${KILLS} times among ${DELIVERIES} deliveries: nothing lost, nothing twice`, async () => {
  const now = new Date().toISOString()
  const sending = await openSending({ now, sandbox: { fork: true } })
  onTestFinished(() => sending.close())
  const { app, sandbox, posting, plan, ended } = sending
  const choir = await posting({ groups: DELIVERIES })
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', rate: 1, amount: 40 })
  await plan(choir)

  // Killed after so many messages, somewhere; which it was is told when something is wrong.
  const points = Array.from({ length: KILLS }, () => 20 + Math.floor(Math.random() * 100))
  let accepted = 0
  for (const point of points) {
    const child = start(sending)
    accepted = (await sandbox.waitForLedger(accepted + point)).length
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const last = start(sending)
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

function start({ app, sandbox }: Sending): ChildProcess {
  const program = new URL('../../test/sender-process.ts', import.meta.url)
  const child = fork(program, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.ctx.config.dataDir,
      SECRETS_KEYS: TEST_SECRETS_KEYS,
      SANDBOX: 'off',
      TELEGRAM_API_ROOT: sandbox.botApiRoot,
      TELEGRAM_BOT_TOKEN: sandbox.botToken,
      LOG_LEVEL: 'fatal',
      ROLES: 'sender',
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

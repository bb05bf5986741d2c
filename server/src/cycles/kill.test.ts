import { once } from 'node:events'
import { expect, test } from 'vitest'
import { cycleInput, step } from '../../test/cycle-input.ts'
import { cases } from '../../test/proofs.ts'
import { startSender } from '../../test/sender-program.ts'
import { openSending } from '../../test/sending.ts'
import { createCycle, readCycle } from './actions.ts'
import { sendNext } from './position-actions.ts'

/** More than one transaction writes: what is killed is sending, or still writing the rest. */
const GROUPS = 550

/** After how many messages of a step a process is killed. Each start takes seconds: `npm test` kills once. */
const KILLS = [30, 120].slice(0, cases(2, 1))

/** A process takes its time to start while others are busy. */
const PATIENT = { timeoutMs: 60_000 }

/** Thirty kills in a whole proof. */
const STEPS = Array.from({ length: cases(15, 1) }, (_, n) => `Step ${n + 1}`)

test('kill -9 in the middle of each step of a round: its place is right, no step comes twice, none is left out', async () => {
  const now = new Date().toISOString()
  const sending = await openSending({ now, sandbox: { fork: true } })
  const { app, sandbox, ended } = sending
  const { user, groupIds } = await sending.posting({ groups: GROUPS })
  const { id, steps } = await createCycle(
    user,
    cycleInput(groupIds, {
      status: 'draft',
      steps: [...STEPS, 'The next one'].map((one) => step(one)),
    }),
  )
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', rate: 1, amount: 40 })
  let before = 0
  for (const [n] of STEPS.entries()) {
    app.clock.moveTo(new Date().toISOString())
    await sendNext(user, id)
    for (const point of KILLS) {
      const child = startSender(sending, 'sender,planner')
      await sandbox.waitForLedger(before + point, PATIENT)
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const last = startSender(sending, 'sender,planner')
    await ended(GROUPS * (n + 1))
    last.kill('SIGTERM')
    await once(last, 'exit')
    before = (await sandbox.ledger()).length
    const { progress } = await readCycle(user, user, id)
    const next = { nextStepId: steps[n + 1]!.id, nextStep: n + 1 }
    expect(progress).toEqual({ round: 1, ...next, sends: n + 1 })
  }

  const { rows } = await app.pool.query<{ key: string; status: string }>(
    `select g.external_id || ' ' || (c.body ->> 'text') as key, d.status from deliveries d
     join groups g on g.id = d.group_id join contents c on c.id = d.content_id`,
  )
  const keysOf = (status: string) =>
    new Set(rows.filter((row) => row.status === status).map(({ key }) => key))
  const [sent, unconfirmed] = [keysOf('sent'), keysOf('unconfirmed')]
  const said = (await sandbox.ledger()).map(({ chatId, text }) => `${chatId} ${text}`)
  expect({
    twice: said.length - new Set(said).size,
    lost: [...sent].filter((key) => !said.includes(key)),
    unknown: said.filter((key) => !sent.has(key) && !unconfirmed.has(key)),
    ended: sent.size + unconfirmed.size,
  }).toEqual({ twice: 0, lost: [], unknown: [], ended: GROUPS * STEPS.length })
}, 900_000)

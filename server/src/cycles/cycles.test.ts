import { cycleInput, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { openSending } from '../../test/sending.ts'
import { expect, test } from '../../test/test-app.ts'
import { seconds } from '../platform/clock.ts'
import * as cycles from './actions.ts'
import type { Input } from './checks.ts'
import { listOccurrences } from './list.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20), interval: 20 }

/** A cycle to groups at a Telegram that writes down what it gets. */
async function openCycle(groups: number, change: Partial<Input> = {}) {
  const sending = await openSending()
  const { app, sandbox } = sending
  const { user, groupIds, chatIds } = await sending.posting({ groups })
  const { occurrencesChanged } = app.ctx
  const cycle = await cycles.createCycle(user, cycleInput(groupIds, change))
  await sending.startSending({ ctx: { occurrencesChanged } })
  const read = () => cycles.readCycle(user, user, cycle.id)
  /** Plans what is due at this time of the first of June, in UTC, and waits until it has ended. */
  async function at(time: string) {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    await expect
      .poll(async () => {
        app.clock.advance(100)
        const { rows } = await app.pool.query('select from occurrences where finished_at is null')
        return rows.length
      }, PATIENT)
      .toBe(0)
  }
  const said = async (n = 0) =>
    (await sandbox.ledger({ chat: chatIds[n]! })).map(({ text }) => text).join(' ')
  return { app, user, groupIds, chatIds, cycle, read, at, said, sandbox }
}

test('a cycle that is made active sends its steps in turn, and moves on', async () => {
  const { cycle, read, at, said } = await openCycle(2)
  expect(cycle).toMatchObject({ status: 'active', progress: { round: 1, sends: 0 } })
  expect(cycle.nextRuns.map(({ at, parts }) => [at.slice(11, 16), parts[0]?.text])).toEqual([
    ['08:30', 'One'],
    ['09:30', 'Two'],
    ['10:30', 'Three'],
  ])
  for (const time of ['08:30', '09:30', '10:30', '11:30']) await at(time)
  expect([await said(0), await said(1)]).toEqual(['One Two Three One', 'One Two Three One'])
  const shown = await read()
  expect(shown.progress).toEqual({
    round: 2,
    nextStepId: cycle.steps[1]!.id,
    nextStep: 1,
    sends: 4,
  })
  expect(shown.steps.map((one) => one.said)).toEqual([2, 1, 1])
  expect(shown).toMatchObject({
    nextAt: '2026-06-01T12:30:00.000Z',
    occurrence: { status: 'done', total: 2, sent: 2 },
    lastResults: [{ status: 'done' }, { status: 'done' }, { status: 'done' }, { status: 'done' }],
  })
})

test('the history tells the text that was drawn, with the values of its run, and what comes that one is drawn', async () => {
  const texts = ['*One*, {{time}}', 'Two, {{time}}', 'Three, {{time}}']
  const { user, cycle, at, said } = await openCycle(1, {
    steps: [step('', { content: { kind: 'text', text: texts[0]!, variants: texts.slice(1) } })],
    schedule: { ...cycleInput([]).schedule!, seed: 7 },
  })
  expect(cycle.nextRuns[0]?.parts).toMatchObject([{ text: texts[0], texts: 3 }])
  for (const time of ['08:30', '09:30', '10:30', '11:30']) await at(time)
  const { items } = await listOccurrences(user, cycle.id, { limit: 10 })
  const told = items.toReversed().map((run) => run.said.map(({ text }) => text).join())
  expect(told.join(' ')).toBe(await said())
  expect(told.some((text) => !text.startsWith('One'))).toBe(true)
  expect(items.every(({ textCount }) => textCount === 1)).toBe(true)
})

test('a group that leaves out what comes in its quiet hours gets that step when they are over', async () => {
  const { app, at, said, read } = await openCycle(1)
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"11:00","to":"12:00","mode":"skip"}'`,
  )
  for (const time of ['08:30', '09:30', '10:30']) await at(time)
  // In Berlin 09:30 is half past eleven.
  expect(await said()).toBe('One Two')
  expect((await read()).lastResults.map(({ status }) => status)).toEqual([
    'done',
    'skipped',
    'done',
  ])
})

test('a slot that nobody got in time does not take its step along', async () => {
  const { app, user, cycle, at, said, read } = await openCycle(1)
  await at('08:30')
  // Nobody was there for hours: the latest slot is too late as well.
  app.clock.moveTo('2026-06-01T12:20:00Z')
  await at('12:20')
  const { attention, lastResults } = await read()
  expect(attention).toMatchObject({ code: 'missed' })
  expect(lastResults.filter(({ missed }) => missed)).toHaveLength(3)
  // Who has seen it, dismisses it; once more changes nothing.
  expect(await cycles.dismissAttention(user, cycle.id)).not.toHaveProperty('attention')
  await cycles.dismissAttention(user, cycle.id)
  await at('12:30')
  expect(await said()).toBe('One Two')
})

test('with the option for it, slots that pass take their steps along', async () => {
  const { app, at, said } = await openCycle(1, { advanceOnSkip: true })
  await at('08:30')
  app.clock.moveTo('2026-06-01T10:20:00Z')
  await at('10:20')
  await at('10:30')
  expect(await said()).toBe('One Three')
})

test('a step that a pause took back is sent once the cycle goes on', async () => {
  const { app, user, cycle, at, said, read } = await openCycle(1)
  await at('08:30')
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"11:00","to":"13:00","mode":"hold"}'`,
  )
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await plan(app)
  expect((await read()).progress.nextStepId).toBe(cycle.steps[2]!.id)
  const paused = await cycles.pauseCycle(user, cycle.id)
  expect(paused).toMatchObject({ status: 'paused', nextAt: null })
  expect(paused.progress.nextStepId).toBe(cycle.steps[1]!.id)
  await app.pool.query('update groups set quiet_hours = null')
  await cycles.resumeCycle(user, cycle.id)
  await at('10:30')
  expect(await said()).toBe('One Two')
})

test('a cycle once through its steps has finished, and says so; started again it begins anew', async () => {
  const { app, user, cycle, at, said, read } = await openCycle(1, { order: 'once' })
  for (const time of ['08:30', '09:30', '10:30', '11:30']) await at(time)
  expect(await said()).toBe('One Two Three')
  expect(await read()).toMatchObject({ status: 'finished', nextAt: null, nextRuns: [] })
  const { rows } = await app.pool.query('select title from notifications')
  expect(rows).toEqual([{ title: '“Rehearsals” has finished' }])
  await app.runJobs()
  const started = await cycles.resumeCycle(user, cycle.id)
  expect(started).toMatchObject({ status: 'active', progress: { round: 1, sends: 0 } })
  await at('12:30')
  expect(await said()).toBe('One Two Three One')
})

test('an edit stays on the step that is next, and what is removed passes its turn on', async () => {
  const { user, cycle, groupIds, at, said, read } = await openCycle(1)
  await at('08:30')
  const { rev, steps } = await read()
  const [one, two, three] = steps
  const edited = await cycles.updateCycle(user, cycle.id, {
    ...cycleInput(groupIds, {
      steps: [{ ...three!, weight: 1 }, step('New'), { ...one!, weight: 1 }],
    }),
    rev,
  })
  expect(edited.steps.map(({ id }) => id)).toEqual([three!.id, expect.any(String), one!.id])
  expect(edited.steps[1]!.id).not.toBe(two!.id)
  expect(edited.progress.nextStepId).toBe(three!.id)
  await at('09:30')
  await at('10:30')
  expect(await said()).toBe('One Three New')
})

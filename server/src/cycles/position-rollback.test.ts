import { cycleInput, openCycle } from '../../test/cycle-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { seconds } from '../platform/clock.ts'
import { updateCycle } from './actions.ts'
import { changeSlot } from './slot-edit.ts'
import { restartRound, restorePlace, sendNext, skipNext } from './position-actions.ts'

const LATE = { status: 'skipped', reason: 'late' } as const

test('a step that came too late comes again, also when a slot was passed over while it was being sent', async ({
  app,
}) => {
  const { due, end, coming } = await openCycle(app)
  await due('08:30')
  await due('09:30')
  await end(LATE, '08:30')
  expect(await coming()).toBe('One Two Three')
})

test('sent after all once another slot was passed over, it does not come again', async ({
  app,
}) => {
  const { due, end, coming } = await openCycle(app)
  await due('08:30')
  await due('09:30')
  await end(LATE, '08:30')
  await end({ status: 'done' }, '08:30')
  expect(await coming()).toBe('Two Three One')
})

test('what was missed and is sent after a step was added does not come again', async ({ app }) => {
  const { user, groupIds, cycle, due, end, read, coming } = await openCycle(app)
  await due('08:30')
  await end(LATE, '08:30')
  const { rev, steps } = await read()
  const four = { content: { kind: 'text' as const, text: 'Four' }, enabled: true, weight: 1 }
  const input = cycleInput(groupIds, { steps: [...steps, four] })
  await updateCycle(user, cycle.id, { ...input, rev })
  await end({ status: 'done' }, '08:30')
  expect(await coming()).toBe('Two Three Four')
})

test('a step that a person has skipped does not come again when the slot before it is not sent', async ({
  app,
}) => {
  const { user, cycle, due, end, coming } = await openCycle(app)
  await due('08:30')
  await restartRound(user, cycle.id)
  await skipNext(user, cycle.id)
  await end(LATE, '08:30')
  expect(await coming()).toBe('Two Three One')
})

test('a skip that was undone leaves the step to come again', async ({ app }) => {
  const { user, cycle, due, end, coming } = await openCycle(app)
  await due('08:30')
  await skipNext(user, cycle.id)
  await restorePlace(user, cycle.id)
  await end(LATE, '08:30')
  expect(await coming()).toBe('One Two Three')
})

test('a missed run says that it is sent at the next time only if it is', async ({ app }) => {
  const comes = /What was missed is sent at the next time/
  const back = await openCycle(app)
  await back.due('08:30')
  await back.end(LATE)
  expect((await back.read()).attention?.text).toMatch(comes)
  // It was passed over before it was planned: its step was never used.
  await back.due('10:00')
  expect((await back.read()).attention?.text).toMatch(comes)
})

test.for(['skip', 'send', 'remove', 'reword'] as const)(
  'a missed run whose step does not come again says so: %s',
  async (act, { app }) => {
    const { user, groupIds, cycle, due, end, read, coming } = await openCycle(app)
    if (act === 'reword') {
      const content = { kind: 'text' as const, text: 'Own' }
      await changeSlot(user, cycle.id, '2026-06-01T08:30:00.000Z', { content })
    }
    await due('08:30')
    if (act === 'skip') await skipNext(user, cycle.id)
    // It is the newer run then: what is told of the cycle is about that one.
    app.clock.advance(seconds(1))
    if (act === 'send') await sendNext(user, cycle.id)
    if (act === 'remove') {
      const { rev, steps } = await read()
      const left = steps.filter((_, n) => n !== 1)
      await updateCycle(user, cycle.id, { ...cycleInput(groupIds, { steps: left }), rev })
    }
    await end(LATE, '08:30')
    if (act !== 'send') {
      expect((await read()).attention?.text).toContain(
        'What was missed is not sent by itself: the cycle goes on with what comes next.',
      )
    }
    expect(await coming()).toBe(
      {
        skip: 'Three One Two',
        send: 'Three One Two',
        remove: 'Three One Three',
        reword: 'One Two Three',
      }[act],
    )
  },
)

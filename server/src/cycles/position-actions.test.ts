import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import {
  createCycle,
  finishCycle,
  pauseCycle,
  readCycle,
  resumeCycle,
  updateCycle,
} from './actions.ts'
import { readPosition } from './rotation/stored-position.ts'
import { jump, restartRound, restorePlace, sendNext, skipNext } from './position-actions.ts'

test.for([
  { mode: 'same', order: 'shuffle' },
  { mode: 'own_place', order: 'weighted' },
  { mode: 'one_group', order: 'sequence' },
] as const)(
  'a skip, a jump and a restart of the round are undone exactly: $order, $mode',
  async ({ mode, order }, { app }) => {
    const { user, groupIds } = await createPosting(app, { chats: ['a', 'b', 'c'] })
    const steps = ['One', 'Two', 'Three'].map((text, n) => step(text, { weight: n + 1 }))
    const { id, steps: made } = await createCycle(
      user,
      cycleInput(groupIds, { mode, order, steps, seed: 7 }),
    )
    const place = async () => {
      const { rows } = await app.pool.query('select position from cycles')
      return readPosition(rows[0].position, groupIds)
    }
    // Through the end of a round, where a jump back would stay in the next one.
    for (let slot = 0; slot < 4; slot++) {
      await sendNext(user, id)
      await plan(app)
      await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
      const before = await place()
      for (const verb of [skipNext, restartRound]) {
        await verb(user, id)
        await restorePlace(user, id)
        expect(await place()).toEqual(before)
      }
      await jump(user, id, made[slot % 3]!.id)
      await restorePlace(user, id)
      expect(await place()).toEqual(before)
    }
  },
)

test('what was sent or edited after a skip cannot be undone, and says so', async ({ app }) => {
  const { user, cycle, sent, coming, read, groupIds } = await openCycle(app)
  const refused = { code: 'conflict', message: expect.stringMatching('sent or changed since') }
  await expect(restorePlace(user, cycle.id)).rejects.toMatchObject(refused)
  await skipNext(user, cycle.id)
  await sendNext(user, cycle.id)
  await sent()
  await expect(restorePlace(user, cycle.id)).rejects.toMatchObject(refused)
  expect(await coming()).toBe('Three One Two')

  await skipNext(user, cycle.id)
  const { rev, steps } = await read()
  await updateCycle(user, cycle.id, { ...cycleInput(groupIds, { steps, name: 'Choir' }), rev })
  await expect(restorePlace(user, cycle.id)).rejects.toMatchObject(refused)
  expect((await readCycle(user, user, cycle.id)).name).toBe('Choir')
})

test('an undo takes back the very change that it names, and none that somebody made later', async ({
  app,
}) => {
  const { user, cycle, coming } = await openCycle(app)
  const { rev } = await skipNext(user, cycle.id)
  await jump(user, cycle.id, cycle.steps[2]!.id)
  const after = await coming()
  await expect(restorePlace(user, cycle.id, { rev })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching('was changed since then'),
  })
  expect(await coming()).toBe(after)

  // What is no change of the place does not keep it from being undone, also by who has read the cycle only then.
  for (const isReadLater of [false, true]) {
    const skipped = await skipNext(user, cycle.id)
    const paused = await pauseCycle(user, cycle.id)
    await restorePlace(user, cycle.id, { rev: isReadLater ? paused.rev : skipped.rev })
    await resumeCycle(user, cycle.id)
    expect(await coming()).toBe(after)
  }
})

test.for([
  { when: 'begins tomorrow', days: { from: '2026-06-02' }, sent: 'Two', atItsTime: 'One' },
  { when: 'ends today', days: { until: '2026-06-01' }, sent: 'One', atItsTime: 'Two' },
])(
  'what is sent now is named before, also if the next time says another step: its message $when',
  async ({ days, sent, atItsTime }, { app }) => {
    const { user, cycle, read, said } = await openCycle(app, {
      schedule: {
        timeZone: 'Europe/Berlin',
        rule: { kind: 'every', n: 24, unit: 'hour', anchor: '2026-06-02T09:00' },
      },
      steps: [step('One', days), step('Two')],
    })
    const { nextRuns, sendNext: named } = await read()
    expect(nextRuns[0]!.parts[0]!.text).toBe(atItsTime)
    expect(named).toMatchObject([{ text: sent, step: sent === 'One' ? 0 : 1, groups: 1 }])
    await sendNext(user, cycle.id)
    expect(await said()).toBe(sent)
  },
)

test('a step that cannot come at the next time is not made the next one', async ({ app }) => {
  const steps = [
    step('One'),
    step('Two', { from: '2026-06-05' }),
    step('Three', { maxSends: 1 }),
    step('Four'),
  ]
  const { user, cycle, at } = await openCycle(app, { steps })
  const [, two, three, four] = cycle.steps
  const refused = { code: 'invalid', message: expect.stringContaining('cannot be sent') }
  await expect(jump(user, cycle.id, two!.id)).rejects.toMatchObject(refused)
  await jump(user, cycle.id, three!.id)
  await at('08:30')
  await expect(jump(user, cycle.id, three!.id)).rejects.toMatchObject(refused)
  const { nextRuns } = await jump(user, cycle.id, four!.id)
  expect(nextRuns[0]?.parts[0]?.text).toBe('Four')
})

test('all steps that are sent now are named, and none if nothing can be sent', async ({ app }) => {
  const { read, user, cycle } = await openCycle(app, { stepsPerSlot: 2 })
  expect((await read()).sendNext.map(({ text }) => text)).toEqual(['One', 'Two'])
  await app.pool.query(`update groups set status = 'lost', reason = 'x'`)
  expect((await read()).sendNext).toEqual([])
  await finishCycle(user, cycle.id)
  expect((await read()).sendNext).toEqual([])
})

test('of two devices that send the same step now, the second is refused and told what is next', async ({
  app,
}) => {
  const { user, cycle, read, sent, said, groupIds } = await openCycle(app, { steps: [step('One')] })
  const seen = async () => {
    const { rev, progress, sendNext: parts } = await read()
    return { rev, sends: progress.sends, steps: parts.map(({ stepId }) => stepId) }
  }
  const refused = { code: 'conflict', extra: { current: { id: cycle.id } } }
  const first = await seen()
  await sendNext(user, cycle.id, first)
  await sent()
  await expect(sendNext(user, cycle.id, first)).rejects.toMatchObject(refused)
  expect(await said()).toBe('One')
  await sendNext(user, cycle.id, await seen())
  await sent()
  expect(await said()).toBe('One One')

  // An edit, and a day that begins meanwhile, change what is sent as well.
  const before = await seen()
  const { rev, steps } = await read()
  const until = [step('New', { until: '2026-06-01' }), step('Later')]
  await updateCycle(user, cycle.id, {
    ...cycleInput(groupIds, { steps: [...until, ...steps] }),
    rev,
  })
  await expect(sendNext(user, cycle.id, before)).rejects.toMatchObject(refused)
  const today = await seen()
  app.clock.moveTo('2026-06-02T00:30:00Z')
  await expect(sendNext(user, cycle.id, today)).rejects.toMatchObject(refused)
  expect(await said()).toBe('One One')
})

test.for([
  ['a jump', 'Three'],
  ['a restart of the round', 'One Two Three'],
] as const)(
  'once the last step of the last round was skipped, %s brings what it says',
  async ([what, expected], { app }) => {
    const { user, cycle, at, coming, said, read } = await openCycle(app, { ends: { rounds: 1 } })
    await at('08:30')
    await at('09:30')
    await skipNext(user, cycle.id)
    expect(await coming()).toBe('')
    await (what === 'a jump'
      ? jump(user, cycle.id, cycle.steps[2]!.id)
      : restartRound(user, cycle.id))
    expect(await coming()).toBe(expected)
    await at('10:30')
    expect(await said()).toBe(`One Two ${expected.split(' ')[0]}`)
    expect((await read()).status).toBe(what === 'a jump' ? 'finished' : 'active')
  },
)

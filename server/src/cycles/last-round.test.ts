import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { updateCycle } from './actions.ts'
import { skipNext } from './position-actions.ts'
import { simulateCycle } from './simulation/simulation.ts'

/** A cycle that sends One, Two, Three and Four once, at 8:30 and each hour after that. */
async function openOnce(app: TestApp) {
  const steps = ['One', 'Two', 'Three', 'Four'].map((text) => step(text))
  const opened = await openCycle(app, { order: 'once', steps })
  /** Saves it with the steps of these texts; what the simulation showed before. */
  async function edit(texts: readonly string[]) {
    const { rev, steps: known } = await opened.read()
    const named = texts.map(
      (text) => known.find(({ content }) => content.text === text) ?? step(text),
    )
    const input = cycleInput(opened.groupIds, { order: 'once', steps: named })
    const { sends } = await simulateCycle(opened.user, {
      ...input,
      cycleId: opened.cycle.id,
      days: 1,
    })
    await updateCycle(opened.user, opened.cycle.id, { ...input, rev })
    return sends.map((one) => texts[one.step!]).join(' ')
  }
  return { ...opened, edit }
}

test('the steps of a cycle that sends each once are put into another order while it runs: none is left out, none repeated', async ({
  app,
}) => {
  const { at, edit, said, coming, read } = await openOnce(app)
  await at('08:30')
  await at('09:30')
  expect(await edit(['Four', 'One', 'New', 'Three', 'Two'])).toBe('Four New Three')
  expect(await coming()).toBe('Four New Three')
  for (const time of ['10:30', '11:30', '12:30']) await at(time)
  expect(await said()).toBe('One Two Four New Three')
  expect((await read()).status).toBe('finished')
})

test('a step that is added after the last one was skipped is sent; a finished cycle begins at its first step', async ({
  app,
}) => {
  const { user, cycle, at, edit, said, read } = await openOnce(app)
  for (const time of ['08:30', '09:30', '10:30']) await at(time)
  await skipNext(user, cycle.id)
  expect(await edit(['One', 'Two', 'Three', 'Four', 'New'])).toBe('New')
  await at('11:30')
  expect(await said()).toBe('One Two Three New')
  expect((await read()).status).toBe('finished')
  expect(await edit(['One', 'New', 'Newer'])).toBe('One New Newer')
})

test('a run that was not sent does not bring back what was sent before it if the steps have another order since', async ({
  app,
}) => {
  const { at, due, end, edit, said, coming } = await openOnce(app)
  await at('08:30')
  await due('09:30')
  await edit(['Two', 'One', 'Three', 'Four'])
  await end({ status: 'skipped', reason: 'late' })
  expect(await coming()).toBe('Three Four')
  await at('10:30')
  expect(await said()).toBe('One Two Three')
})

test('a run that was not sent comes again also if a step was added since', async ({ app }) => {
  const { at, due, end, edit, coming } = await openOnce(app)
  await at('08:30')
  await due('09:30')
  await edit(['Two', 'Three', 'New', 'Four'])
  await end({ status: 'skipped', reason: 'late' })
  expect(await coming()).toBe('Two Three New')
})

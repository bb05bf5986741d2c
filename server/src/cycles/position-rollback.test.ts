import { cycleInput, openCycle } from '../../test/cycling.ts'
import { endLast } from '../../test/overtaking.ts'
import { plan } from '../../test/planning.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { updateCycle } from './actions.ts'
import type { Input } from './checks.ts'

async function open(app: TestApp, change: Partial<Input> = {}) {
  const opened = await openCycle(app, change)
  const { id } = opened.cycle
  return {
    ...opened,
    /** Plans what is due then, and leaves it under way. */
    async due(time: string) {
      app.clock.moveTo(`2026-06-01T${time}:00Z`)
      await plan(app)
    },
    ends: (time: string, how: Parameters<typeof endLast>[2]) =>
      endLast(app, { source: 'cycle', sourceId: id }, how, `2026-06-01T${time}:00Z`),
  }
}

const LATE = { status: 'skipped', reason: 'late' } as const

test('a step that came too late comes again, also when a slot was passed over while it was being sent', async ({
  app,
}) => {
  const { due, ends, coming } = await open(app)
  await due('08:30')
  await due('09:30')
  await ends('08:30', LATE)
  expect(await coming()).toBe('One Two Three')
})

test('sent after all once another slot was passed over, it does not come again', async ({
  app,
}) => {
  const { due, ends, coming } = await open(app)
  await due('08:30')
  await due('09:30')
  await ends('08:30', LATE)
  await ends('08:30', { status: 'done' })
  expect(await coming()).toBe('Two Three One')
})

test('what was missed and is sent after a step was added does not come again', async ({ app }) => {
  const { user, groupIds, cycle, due, ends, read, coming } = await open(app)
  await due('08:30')
  await ends('08:30', LATE)
  const { rev, steps } = await read()
  const four = { content: { kind: 'text' as const, text: 'Four' }, enabled: true, weight: 1 }
  const input = cycleInput(groupIds, { steps: [...steps, four] })
  await updateCycle(user, cycle.id, { ...input, rev })
  await ends('08:30', { status: 'done' })
  expect(await coming()).toBe('Two Three Four')
})

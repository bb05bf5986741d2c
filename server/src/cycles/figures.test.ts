import { cycleInput, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { createCycle } from './actions.ts'
import { readFigures } from './figures.ts'
import { listOccurrences } from './list.ts'
import { changeSlot } from './slot-edit.ts'

test('219 what became of the copies is counted by step and by group', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { chats: ['a', 'b'] })
  const [a, b] = groupIds
  const { id, steps, nextRuns } = await createCycle(
    user,
    cycleInput(groupIds, { steps: [step('One'), step('Two')] }),
  )
  expect(await readFigures(user, id)).toEqual({ times: 0, steps: [], groups: [] })
  // The third time says words of its own.
  await changeSlot(user, id, nextRuns[2]!.slotAt, { content: { kind: 'text', text: 'Today only' } })
  for (const time of ['08:30', '09:30', '10:30']) {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    // As if a's had been sent, and b's refused.
    await app.pool.query(
      `update deliveries set status = case when group_id = $1 then 'sent' else 'failed' end,
              sent_at = case when group_id = $1 then due_at end where status = 'queued'`,
      [a],
    )
    await app.pool.query(
      `update occurrences set finished_at = due_at, status = 'partly' where finished_at is null`,
    )
  }
  const { times, steps: bySteps, groups } = await readFigures(user, id)
  const once = { sent: 1, failed: 1, skipped: 0, unconfirmed: 0 }
  expect(times).toBe(3)
  expect(new Map(bySteps.map(({ stepId, ...counts }) => [stepId, counts]))).toEqual(
    new Map([
      [steps[0]!.id, { ...once, lastAt: '2026-06-01T08:30:00.000Z' }],
      [steps[1]!.id, { ...once, lastAt: '2026-06-01T09:30:00.000Z' }],
      [null, { ...once, lastAt: '2026-06-01T10:30:00.000Z' }],
    ]),
  )
  // The one that fails stands first.
  expect(groups).toMatchObject([
    { groupId: b, sent: 0, failed: 3, lastAt: null },
    { groupId: a, sent: 3, failed: 0, lastAt: '2026-06-01T10:30:00.000Z' },
  ])
})

test('219 the history names the steps of each time, and what single slots said', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id, steps, nextRuns } = await createCycle(user, cycleInput(groupIds, { stepsPerSlot: 2 }))
  const content = { kind: 'text' as const, text: 'Today only' }
  await changeSlot(user, id, nextRuns[1]!.slotAt, { content })
  for (const time of ['08:30', '09:30']) {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
  }
  const { items } = await listOccurrences(user, id, { limit: 10 })
  expect(items.map(({ said }) => said)).toEqual([
    [{ stepId: null, text: 'Today only' }],
    [
      { stepId: steps[0]!.id, text: 'One' },
      { stepId: steps[1]!.id, text: 'Two' },
    ],
  ])
})

test('figures of a cycle of somebody else are not there', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createCycle(user, cycleInput(groupIds))
  const { user: other } = await createPosting(app, { chats: ['z'] })
  await expect(readFigures(other, id)).rejects.toMatchObject({ code: 'not_found' })
})

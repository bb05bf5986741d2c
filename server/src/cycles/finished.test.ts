import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { Input } from './checks.ts'
import { createCycle, readCycle, updateCycle } from './actions.ts'

const LATE = { status: 'skipped', reason: 'late' } as const

async function open(app: TestApp, change: Partial<Input>) {
  const bell = async () =>
    (await app.pool.query('select title, message from notifications order by created_at')).rows
  return { ...(await openCycle(app, change)), bell }
}

test('a cycle tells that it has finished once its last message was sent', async ({ app }) => {
  const { due, end, bell, read } = await open(app, { order: 'once', steps: [step('One')] })
  await due('08:30')
  expect((await read()).status).toBe('finished')
  expect(await bell()).toEqual([])
  await end({ status: 'done' })
  expect(await bell()).toMatchObject([
    { title: '“Rehearsals” has finished', message: expect.stringContaining('sent all') },
  ])
})

test.for([
  [false, 'The cycle has ended without sending it. Start the cycle again to send it.'],
  [true, 'The cycle has ended without sending it.'],
] as const)(
  'a cycle whose last message came too late says so; it takes it along: %s',
  async ([advanceOnSkip, words], { app }) => {
    const { due, end, bell, read } = await open(app, {
      order: 'once',
      steps: [step('One')],
      advanceOnSkip,
    })
    await due('08:30')
    await end(LATE)
    const { attention } = await read()
    expect(attention?.text).toBe(`Its last time was missed: it could not be sent in time. ${words}`)
    expect(JSON.stringify(await bell())).not.toContain('sent all')
  },
)

test('a cycle whose last message was missed with an earlier time has finished, and both are told', async ({
  app,
}) => {
  const { cycle, at, due, bell, read } = await open(app, {
    order: 'once',
    steps: [step('One'), step('Two')],
    advanceOnSkip: true,
  })
  await at('08:30')
  // Nothing ran at 09:30, when “Two” was due; at 10:30 nothing is left.
  await due('10:31')
  await app.runJobs()
  expect(await read()).toMatchObject({ status: 'finished', nextRuns: [] })
  const { rows } = await app.pool.query(
    'select slot_at, status, reason from occurrences where source_id = $1 order by slot_at',
    [cycle.id],
  )
  expect(rows).toMatchObject([
    { status: 'done' },
    { slot_at: new Date('2026-06-01T09:30Z'), status: 'skipped', reason: 'late' },
  ])
  const notices = await bell()
  expect(notices).toHaveLength(2)
  expect(notices).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('Not all of its last messages') }),
  )
})

test('what was missed is sent after an edit, and does not come again', async ({ app }) => {
  const { user, groupIds, due, end, read, coming, cycle } = await open(app, {})
  await due('08:30')
  await end(LATE)
  expect(await coming()).toBe('One Two Three')
  const { rev, steps } = await read()
  await updateCycle(user, cycle.id, { ...cycleInput(groupIds), name: 'Choir', steps, rev })
  await end({ status: 'done' })
  expect(await coming()).toBe('Two Three One')
})

test('of a step whose last day passes with the end of its cycle the bell says nothing', async ({
  app,
}) => {
  const { due, bell } = await open(app, {
    order: 'once',
    steps: [step('One', { until: '2026-06-01' })],
    schedule: {
      timeZone: 'Europe/Berlin',
      rule: { kind: 'every', n: 24, unit: 'hour', anchor: '2026-06-01T10:30' },
    },
  })
  await due('08:30')
  expect(await bell()).toEqual([])
})

test('a cycle whose last messages are for a muted group waits for it, and says so', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const mute = (status: string) =>
    app.pool.query('update groups set status = $2 where id = $1', [groupIds[1], status])
  await mute('muted')
  const input = cycleInput(groupIds, { mode: 'own_place', order: 'once', steps: [step('One')] })
  const { id } = await createCycle(user, input)
  const at = async (time: string) => {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'
                           where finished_at is null`)
    await app.runJobs()
    return readCycle(user, user, id)
  }
  await at('08:30')
  const waiting = await at('09:30')
  expect(waiting.status).toBe('active')
  expect(waiting.attention?.text).toBe('No group that waits for a message can be reached now.')
  await mute('active')
  expect((await at('10:30')).status).toBe('finished')
})

test('a cycle that has nothing left to send when its time comes has finished', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const input = cycleInput(groupIds, { mode: 'own_place', order: 'once', steps: [step('One')] })
  const { id } = await createCycle(user, input)
  const lose = (status: string) =>
    app.pool.query('update groups set status = $2 where id = $1', [groupIds[1], status])
  await lose('muted')
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  await app.pool.query(`update occurrences set finished_at = due_at, status = 'done'`)
  await lose('lost')
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await plan(app)
  await app.runJobs()
  expect(await readCycle(user, user, id)).toMatchObject({ status: 'finished', nextRuns: [] })
  const { rows } = await app.pool.query('select title from notifications')
  expect(rows).toEqual([{ title: '“Rehearsals” has finished' }])
})

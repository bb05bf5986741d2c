import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { Input } from './checks.ts'
import { createCycle, finishCycle, readCycle, resumeCycle, updateCycle } from './actions.ts'
import { restorePlace, skipNext } from './position-actions.ts'
import { changeSlot } from './slot-edit.ts'

const LATE = { status: 'skipped', reason: 'late' } as const

async function open(app: TestApp, change: Partial<Input>) {
  const bell = async () =>
    (await app.pool.query('select title, message, appended from notifications order by created_at'))
      .rows
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
  const [notice, ...others] = await bell()
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    title: '“Rehearsals” was not sent',
    appended: 'It has come to its end. Not all of its last messages arrived: look at them.',
  })
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

const twoWithLastDay = [step('One'), step('Two', { until: '2026-06-01' })]

test('a cycle whose last step passed its last day while nothing ran has finished, and the missed runs are told', async ({
  app,
}) => {
  const { cycle, at, bell, read } = await open(app, { order: 'once', steps: twoWithLastDay })
  await at('08:30')
  app.clock.moveTo('2026-06-02T08:31:00Z')
  await plan(app)
  await app.runJobs()
  const found = await read()
  expect(found).toMatchObject({ status: 'finished', nextAt: null, nextRuns: [] })
  expect(found.attention?.text).toMatch(/^Its last time was missed.* ended without sending it\.$/)
  const { rows } = await app.pool.query(
    `select min(slot_at) as first, max(slot_at) as last, count(*)::int as missed from occurrences
      where source_id = $1 and status = 'skipped' and reason = 'late'`,
    [cycle.id],
  )
  // In Berlin the second of June began at 22:00; from then on nothing was left to miss.
  expect(rows).toEqual([
    { first: new Date('2026-06-01T09:30Z'), last: new Date('2026-06-01T21:30Z'), missed: 13 },
  ])
  expect(await bell()).toContainEqual(
    expect.objectContaining({ appended: expect.stringContaining('Not all of its last messages') }),
  )
})

test('a cycle whose last step waited past its last day for the run before has finished', async ({
  app,
}) => {
  const { due, sent, read } = await open(app, {
    overlap: 'wait',
    order: 'once',
    steps: twoWithLastDay,
  })
  await due('20:30')
  await due('21:30')
  app.clock.moveTo('2026-06-02T00:31:00Z')
  await plan(app)
  await sent()
  app.clock.moveTo('2026-06-02T00:40:00Z')
  await plan(app)
  await app.runJobs()
  expect(await read()).toMatchObject({ status: 'finished', nextAt: null })
})

test('a cycle that ends at a slot is finished at once: an edit after that plans it again', async ({
  app,
}) => {
  const { user, groupIds, cycle, at, due, said, read } = await open(app, { order: 'once' })
  await at('08:30')
  await at('09:30')
  const skipped = await skipNext(user, cycle.id)
  await due('10:30')
  const { status, steps, rev } = await read()
  expect(status).toBe('finished')
  // What was planned before the end cannot be undone silently.
  await expect(restorePlace(user, cycle.id, { rev: skipped.rev })).rejects.toThrow('has finished')
  const edit = cycleInput(groupIds, { order: 'sequence', steps })
  expect(await updateCycle(user, cycle.id, { ...edit, rev })).toMatchObject({ status: 'active' })
  await app.runJobs()
  await at('11:30')
  expect(await said()).toBe('One Two One')
})

test('a finished cycle that was made a draft begins at its first step when it is started', async ({
  app,
}) => {
  const { user, groupIds, cycle, at, said, read } = await open(app, {
    order: 'once',
    steps: [step('One'), step('Two')],
  })
  await at('08:30')
  await at('09:30')
  const save = async (status: 'draft' | 'active') => {
    const { rev, steps } = await read()
    const input = cycleInput(groupIds, { order: 'once', steps, status })
    return updateCycle(user, cycle.id, { ...input, rev })
  }
  await save('draft')
  expect(await save('active')).toMatchObject({ status: 'active' })
  await at('10:30')
  await at('11:30')
  expect([await said(), (await read()).status]).toEqual(['One Two One Two', 'finished'])
})

test('a cycle that finished because its last step is past its last day begins at its first step', async ({
  app,
}) => {
  const { user, cycle, at, coming } = await open(app, { order: 'once', steps: twoWithLastDay })
  await at('08:30')
  app.clock.moveTo('2026-06-02T08:31:00Z')
  await plan(app)
  await resumeCycle(user, cycle.id)
  expect(await coming()).toMatch(/^One/)
})

test('the last run of a cycle can be skipped and comes back', async ({ app }) => {
  const { rule, timeZone } = cycleInput([]).schedule!
  const { user, cycle, at, said, read } = await open(app, {
    schedule: { timeZone, rule, ends: { after: 2 } },
  })
  await at('08:30')
  const change = (what: Parameters<typeof changeSlot>[3]) =>
    changeSlot(user, cycle.id, '2026-06-01T09:30:00.000Z', what)
  expect(await change({ skip: true })).toMatchObject({ status: 'finished', nextAt: null })
  await expect(change({ content: { kind: 'text', text: 'Own' } })).rejects.toThrow('has finished')
  expect(await change({ restore: true })).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T09:30:00.000Z',
  })
  await at('09:30')
  expect([await said(), (await read()).status]).toEqual(['One Two', 'finished'])
})

test('a skipped run of a cycle that a person has finished does not come back', async ({ app }) => {
  const { user, cycle } = await open(app, {})
  const change = (what: Parameters<typeof changeSlot>[3]) =>
    changeSlot(user, cycle.id, '2026-06-01T09:30:00.000Z', what)
  await change({ skip: true })
  await finishCycle(user, cycle.id)
  await expect(change({ restore: true })).rejects.toThrow('has finished')
})

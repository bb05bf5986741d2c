import { cycleInput, openCycle, step } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { readCalendar, readToday } from '../calendar/actions.ts'
import {
  createCycle,
  finishCycle,
  pauseCycle,
  readCycle,
  resumeCycle,
  updateCycle,
} from './actions.ts'
import { deleteCycle, restoreCycle } from './deletion.ts'
import { duplicateCycle } from './duplicate.ts'
import { listCycles } from './list.ts'
import { jump, restartRound, sendNext, skipNext } from './position-actions.ts'
import { changeSlot } from './slot-edit.ts'

test('the next step is passed over, sent now, or another one; a round begins again', async ({
  app,
}) => {
  const { user, cycle, at, said, coming, sent } = await openCycle(app)
  await skipNext(user, cycle.id)
  expect(await coming()).toBe('Two Three One')
  await sendNext(user, cycle.id)
  await sent()
  expect(await coming()).toBe('Three One Two')
  await jump(user, cycle.id, cycle.steps[1]!.id)
  expect(await coming()).toBe('Two Three One')
  await restartRound(user, cycle.id)
  await at('08:30')
  expect(await said()).toBe('Two One')
})

test('each send-now is found in the calendar with what it said itself', async ({ app }) => {
  const { user, cycle, sent } = await openCycle(app)
  for (const _ of ['One', 'Two']) {
    await sendNext(user, cycle.id)
    await sent()
  }
  const { sends } = await readToday(user)
  const now = sends.filter(({ slotAt }) => slotAt === null)
  expect(now.map(({ text }) => text).toSorted()).toEqual(['One', 'Two'])
})

test('what is planned is found in the calendar with its step, and so is what was sent', async ({
  app,
}) => {
  const { user, at, read } = await openCycle(app, { color: '#1f6feb' })
  await at('08:30')
  const range = { from: '2026-06-01', to: '2026-06-01' }
  const { days } = await readCalendar(user, range)
  expect(
    days[0]!.sends.slice(0, 4).map(({ text, status, kind }) => `${kind} ${text} ${status}`),
  ).toEqual(['cycle One done', 'cycle Two planned', 'cycle Three planned', 'cycle One planned'])
  const { sends } = await readToday(user)
  const told = { title: 'Rehearsals', color: '#1f6feb', text: 'Two', groups: 1 }
  expect(sends[1]).toMatchObject(told)
  expect((await listCycles(user, { q: 'three', limit: 10 })).items).toMatchObject([
    { id: (await read()).id, stepCount: 3 },
  ])
  expect((await listCycles(user, { q: 'four', limit: 10 })).items).toEqual([])
})

test('a cycle whose next step reaches no group needs attention, but not while nothing is to come', async ({
  app,
}) => {
  const { user, cycle } = await openCycle(app)
  const asking = async () =>
    (await listCycles(user, { attention: 'true', limit: 10 })).items.map(({ id }) => id)
  expect(await asking()).toEqual([])
  await app.pool.query(`update groups set status = 'limited', reason = 'Closed.'`)
  expect(await asking()).toEqual([cycle.id])
  await pauseCycle(user, cycle.id)
  expect(await asking()).toEqual([])
})

test('one slot is left out, moved or says something else, and the steps go on after it', async ({
  app,
}) => {
  const { user, cycle, at, said, read } = await openCycle(app)
  const slot = (time: string) => `2026-06-01T${time}:00.000Z`
  await changeSlot(user, cycle.id, slot('08:30'), { skip: true })
  await changeSlot(user, cycle.id, slot('09:30'), {
    content: { kind: 'text', text: 'Concert!' },
  })
  const shown = await changeSlot(user, cycle.id, slot('10:30'), { moveTo: '2026-06-01T12:45' })
  expect(shown.exceptions).toHaveLength(3)
  const found = await listCycles(user, { q: 'concert', limit: 10 })
  expect(found.items.map(({ id }) => id)).toEqual([cycle.id])
  expect(shown.nextRuns.map(({ at: when, parts }) => [when.slice(11, 16), parts[0]?.text])).toEqual(
    [
      ['09:30', undefined],
      ['10:45', 'One'],
      ['11:30', 'Two'],
    ],
  )
  for (const time of ['08:30', '09:30', '10:45', '11:30']) await at(time)
  expect(await said()).toBe('Concert! One Two')
  await changeSlot(user, cycle.id, slot('12:30'), { skip: true })
  expect((await read()).nextAt).toBe('2026-06-01T13:30:00.000Z')
  await changeSlot(user, cycle.id, slot('12:30'), { restore: true })
  expect((await read()).nextAt).toBe('2026-06-01T12:30:00.000Z')
  await expect(changeSlot(user, cycle.id, slot('09:30'), { skip: true })).rejects.toThrow('passed')
})

test('the start of a cycle is undone only until its first run begins', async ({ app }) => {
  const { user, cycle, due, read, groupIds } = await openCycle(app)
  const save = (status: 'draft' | 'active', { steps, rev }: typeof cycle) =>
    updateCycle(user, cycle.id, { ...cycleInput(groupIds, { status }), steps, rev })
  const draft = await save('draft', cycle)
  expect(draft).toMatchObject({ status: 'draft', nextAt: null })
  const started = await save('active', draft)
  await due('08:30')
  await expect(save('draft', started)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching('run of it has begun'),
    extra: { current: { status: 'active' } },
  })
  expect((await read()).status).toBe('active')
  expect((await save('draft', await read())).status).toBe('draft')
})

test('a pause until a time ends by itself, at the step where the cycle was', async ({ app }) => {
  const { user, cycle, at, said, read } = await openCycle(app)
  await at('08:30')
  await pauseCycle(user, cycle.id, { until: '2026-06-01T11:00:00.000Z' })
  expect(await read()).toMatchObject({ status: 'paused', nextAt: '2026-06-01T11:30:00.000Z' })
  await at('09:30')
  await at('11:30')
  expect(await said()).toBe('One Two')
  expect((await read()).status).toBe('active')
})

test('a finished cycle sends nothing more; its copy is a draft with steps of its own', async ({
  app,
}) => {
  const { user, cycle, at, said } = await openCycle(app)
  await at('08:30')
  expect((await finishCycle(user, cycle.id)).status).toBe('finished')
  await at('09:30')
  expect(await said()).toBe('One')
  await expect(skipNext(user, cycle.id)).rejects.toThrow('This cycle has finished.')
  const copy = await duplicateCycle(user, cycle.id)
  expect(copy).toMatchObject({ status: 'draft', name: 'Rehearsals (copy)', progress: { sends: 0 } })
  expect(await duplicateCycle(user, copy.id)).toMatchObject({ name: 'Rehearsals (copy 2)' })
  expect(copy.steps.map(({ id }) => id)).not.toContain(cycle.steps[0]!.id)
  expect(copy.steps.map(({ content }) => content.text)).toEqual(['One', 'Two', 'Three'])
})

test('a deleted cycle is gone, and restored it goes on where it was; what came due meanwhile is told', async ({
  app,
}) => {
  const { user, cycle, at, said, read } = await openCycle(app)
  await at('08:30')
  app.clock.moveTo('2026-06-01T09:25:00Z')
  await deleteCycle(user, cycle.id)
  await expect(read()).rejects.toMatchObject({ code: 'not_found' })
  await at('09:31')
  expect(await restoreCycle(user, cycle.id)).toMatchObject({ status: 'active' })
  await at('10:30')
  expect(await said()).toBe('One Two')
  expect((await read()).lastResults.map(({ status }) => status)).toEqual([
    'done',
    'skipped',
    'done',
  ])
})

test('with a place of its own each group begins with the first step, also one that comes later', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { chats: ['a', 'b'] })
  const input = cycleInput([groupIds[0]!], { mode: 'own_place' })
  const { id } = await createCycle(user, input)
  const step = async (time: string) => {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    await app.pool.query('update occurrences set finished_at = due_at where finished_at is null')
  }
  await step('08:30')
  const { rev, steps } = await readCycle(user, user, id)
  await updateCycle(user, id, { ...input, steps, groupIds, rev })
  await step('09:30')
  await app.pool.query(`update groups set status = 'lost' where external_id = 'a'`)
  await step('10:30')
  await app.pool.query(`update groups set status = 'active'`)
  await step('11:30')
  const { rows } = await app.pool.query(
    `select g.external_id || ' ' || (c.body ->> 'text') as told from deliveries d
     join occurrences o on o.id = d.occurrence_id join groups g on g.id = d.group_id
     join contents c on c.id = d.content_id order by o.slot_at, g.external_id`,
  )
  expect(rows.map(({ told }) => told)).toEqual([
    'a One',
    'a Two',
    'b One',
    'b Two',
    'a Three',
    'b Three',
  ])
})

test('where each group has a place of its own, the round is that of the groups that are there', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { chats: ['a', 'b'] })
  const { id } = await createCycle(user, cycleInput(groupIds, { mode: 'own_place' }))
  await app.pool.query(`update groups set status = 'lost' where external_id = 'a'`)
  for (const hour of ['08', '09', '10']) {
    app.clock.moveTo(`2026-06-01T${hour}:30:00Z`)
    await plan(app)
    await app.pool.query('update occurrences set finished_at = due_at where finished_at is null')
  }
  expect((await readCycle(user, user, id)).progress.round).toBe(2)
})

test('a cycle without a live step waits for its user, and says so once with each time', async ({
  app,
}) => {
  const { at, said, read } = await openCycle(app, {
    steps: [step('One', { maxSends: 1 })],
  })
  await at('08:30')
  await at('09:30')
  expect(await said()).toBe('One')
  expect(await read()).toMatchObject({
    status: 'active',
    attention: { code: 'no_steps' },
    lastResults: [{ status: 'skipped' }, { status: 'done' }],
  })
  const { rows } = await app.pool.query('select title from notifications')
  expect(rows).toEqual([{ title: '“Rehearsals” had nothing to send' }])
})

test('a paused cycle that is edited stays paused, until the same time or until a person resumes it', async ({
  app,
}) => {
  const { user, cycle, read, at, said } = await openCycle(app)
  const edit = async (name: string) => {
    const { steps, groupIds, rev } = await read()
    const input = cycleInput(groupIds, { steps, name })
    return updateCycle(user, cycle.id, { ...input, status: 'paused', rev })
  }
  const until = '2026-06-01T10:00:00.000Z'
  await pauseCycle(user, cycle.id, { until })
  const kept = { status: 'paused', pausedUntil: until, nextAt: '2026-06-01T10:30:00.000Z' }
  expect(await edit('Choir')).toMatchObject({ name: 'Choir', ...kept })
  await pauseCycle(user, cycle.id)
  const paused = { status: 'paused', pausedUntil: null, nextAt: null }
  expect(await edit('Band')).toMatchObject({ name: 'Band', ...paused })
  await at('08:30')
  expect(await said()).toBe('')
  await resumeCycle(user, cycle.id)
  await at('09:30')
  expect(await said()).toBe('One')
  await expect(edit('Club')).rejects.toThrow('was started or has ended')
})

test('a cycle that loses its last group pauses itself', async ({ app }) => {
  const { at, read } = await openCycle(app)
  await app.pool.query(`update groups set status = 'lost'`)
  await at('08:30')
  expect(await read()).toMatchObject({ status: 'paused', attention: { code: 'no_groups' } })
  await app.runJobs()
  const { rows } = await app.pool.query('select next_slot_at from schedules')
  expect(rows).toEqual([{ next_slot_at: null }])
})

test.for([
  { result: 'done', order: 'once', ended: 'finished' },
  { result: 'failed', order: 'sequence', ended: 'paused' },
] as const)(
  'a save of a form that was opened before it was $ended does not start it again',
  async ({ result, order, ended }, { app }) => {
    const fields = { order, steps: [step('One')], pauseAfterFailures: 1 }
    const { user, cycle, due, end, read, groupIds } = await openCycle(app, fields)
    const { rev, status, steps } = await read()
    await due('08:30')
    await end({ status: result })
    expect((await read()).status).toBe(ended)
    const body = { ...cycleInput(groupIds, fields), steps, rev }
    const save = updateCycle(user, cycle.id, { ...body, openedAs: status })
    await expect(save).rejects.toMatchObject({ extra: { current: { status: ended } } })
    expect((await read()).status).toBe(ended)
    // Who has seen it starts it again.
    const again = await updateCycle(user, cycle.id, { ...body, openedAs: ended })
    expect(again.status).toBe('active')
  },
)

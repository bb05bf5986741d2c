import { expect, onTestFinished, test } from 'vitest'
import { messageInput } from '../../test/message-input.ts'
import { nobodyListens, plan } from '../../test/planning.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { daily, giveSeries } from '../../test/series.ts'
import {
  createMessage,
  pauseMessage,
  readMessage,
  resumeMessage,
  sendMessageNow,
  updateMessage,
} from '../messages/actions.ts'
import { startPlanner } from './planner.ts'
import { finishOccurrences } from '../occurrences/actions.ts'

// What is sent at a slot is planned a second before it.

/** A series whose next slot is at six, and whose planner has just looked, a second before. */
async function openSeries(schedule = daily) {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const series = await giveSeries(app, schedule)
  const at = async (time: string) => {
    app.clock.moveTo(`2026-06-${time}Z`)
    await plan(app)
  }
  return { app, at, ...series }
}

const occurrences = async (app: TestApp) =>
  (await app.pool.query('select slot_at, due_at, status, reason from occurrences order by slot_at'))
    .rows

test('what is planned before its slot leaves at its slot, to the millisecond', async () => {
  const {
    app,
    sandbox,
    posting,
    plan: planOther,
    startSending,
    reached,
    sent,
  } = await openSending()
  const choir = await posting({ groups: 2 })
  const { id } = await createMessage(choir.user, messageInput([choir.groupIds[0]!]))
  app.clock.moveTo('2026-06-01T09:59:58Z')
  const planner = startPlanner(app.ctx, nobodyListens)
  onTestFinished(() => planner.stop())
  await planner.rest()
  await startSending()

  app.clock.moveTo('2026-06-01T09:59:59Z')
  await planner.rest()
  const { rows } = await app.pool.query('select status from deliveries')
  expect(rows).toEqual([{ status: 'queued' }])
  app.clock.moveTo('2026-06-01T09:59:59.999Z')
  const [other] = await planOther({ ...choir, groupIds: [choir.groupIds[1]!] })
  await reached(other!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)

  app.clock.moveTo('2026-06-01T10:00:00Z')
  await sent(2)
  const message = await app.pool.query(
    `select sent_at from deliveries d join occurrences o on o.id = d.occurrence_id where o.source_id = $1`,
    [id],
  )
  expect(message.rows).toEqual([{ sent_at: new Date('2026-06-01T10:00:00Z') }])
})

test('a pause within that second takes back what was planned, and says so', async () => {
  const { app, at, user, id } = await openSeries()
  await at('01T15:59:59')
  expect(await occurrences(app)).toMatchObject([{ status: 'planned' }])
  await pauseMessage(user, id)
  expect(await occurrences(app)).toMatchObject([{ status: 'skipped', reason: 'paused' }])
  await at('01T16:00:00')
  expect(await occurrences(app)).toHaveLength(1)
})

test('a slot that is planned is changed no more; the next one is', async () => {
  const { at, change } = await openSeries()
  await at('01T15:59:59')
  await expect(change('2026-06-01T16:00', { skip: true })).rejects.toMatchObject({
    code: 'conflict',
    message: 'This time has passed. What was sent then stays as it is.',
  })
  expect((await change('2026-06-02T07:00', { skip: true })).nextAt).toBe('2026-06-02T16:00:00.000Z')
})

test('a slot is planned once, though its series was edited within that second', async () => {
  const { app, at, change } = await openSeries()
  await at('01T15:59:59')
  const changed = await change('2026-06-03T07:00', { skip: true })
  expect(changed.nextAt).toBe('2026-06-02T07:00:00.000Z')
  await at('01T16:00:00')
  expect(await occurrences(app)).toHaveLength(1)
  await at('02T07:00:00')
  expect(await occurrences(app)).toHaveLength(2)
})

test('what is still being sent has until the next slot, not until its planning', async () => {
  const { app, at } = await openSeries()
  await at('01T15:59:59')
  await at('02T06:59:59')
  expect(await occurrences(app)).toHaveLength(1)
  await app.pool.query(`update occurrences set status = 'done', finished_at = now()`)
  await at('02T07:00:00')
  const due = new Date('2026-06-02T07:00:00Z')
  expect((await occurrences(app)).at(-1)).toMatchObject({ due_at: due, status: 'planned' })

  await at('02T15:59:59')
  await at('02T16:00:00')
  expect((await occurrences(app)).at(-1)).toMatchObject({ status: 'skipped', reason: 'overlap' })
})

test('a slot that was put off to its time and then missed is late like any other', async () => {
  const { app, at } = await openSeries()
  await at('01T15:59:59')
  await at('02T06:59:59')
  await app.pool.query(`update occurrences set status = 'done', finished_at = now()`)
  // Nobody planned for three hours; it may be 15 minutes late.
  await at('02T10:00:00')
  expect((await occurrences(app)).at(-1)).toMatchObject({ status: 'skipped', reason: 'late' })
})

test('a pause that ends at a slot does not keep it', async () => {
  const { app, at, user, id } = await openSeries()
  await pauseMessage(user, id, { until: '2026-06-01T16:00:00.000Z' })
  await at('01T15:59:59')
  expect(await occurrences(app)).toMatchObject([
    { slot_at: new Date('2026-06-01T16:00:00Z'), status: 'planned' },
  ])
  expect(await readMessage(user, user, id)).toMatchObject({ status: 'active', pausedUntil: null })
})

test('a single message that was taken back within that second is not set to go at its slot again', async () => {
  const { app, at, user } = await openSeries()
  const { groupIds } = await createPosting(app, { user })
  const { id } = await createMessage(user, messageInput(groupIds))
  await at('01T09:59:59')
  await pauseMessage(user, id)
  await expect(resumeMessage(user, id)).rejects.toMatchObject({
    extra: { details: [{ path: 'schedule.rule.at', message: expect.stringMatching(/passed/) }] },
  })
})

test('a single message that was taken back within that second can be sent now, and says so', async () => {
  const { app, at, user } = await openSeries()
  const { groupIds } = await createPosting(app, { user })
  const { id } = await createMessage(user, messageInput(groupIds))
  await at('01T09:59:59')
  await pauseMessage(user, id)
  app.clock.advance(100)
  const { occurrence } = await sendMessageNow(user, id)
  expect(occurrence).toMatchObject({ status: 'planned' })
  await app.pool.query(`update deliveries set status = 'sent' where status = 'queued'`)
  await app.pool.query('update occurrences set sent = total where id = $1', [occurrence!.id])
  await app.ctx.transaction((tx) => finishOccurrences(app.ctx, tx, [occurrence!.id]))
  expect(await readMessage(user, user, id)).toMatchObject({ status: 'sent' })
})

test('a series whose last slot is planned has finished, also when it is edited within that second', async () => {
  const { app, at, user, id } = await openSeries({ ...daily, ends: { on: '2026-06-01' } })
  await at('01T15:59:59')
  const { rev, schedule, groupIds } = await readMessage(user, user, id)
  const edit = { ...messageInput(groupIds), kind: 'automated' as const, schedule: schedule!, rev }
  expect(await updateMessage(user, id, edit)).toMatchObject({ status: 'finished', nextAt: null })
  expect(await occurrences(app)).toHaveLength(1)
})

test('no other slot is moved to the time of one that is planned: it would not go', async () => {
  const { at, change } = await openSeries()
  await at('01T15:59:59')
  await expect(change('2026-06-02T07:00', { moveTo: '2026-06-01T18:00' })).rejects.toMatchObject({
    extra: { details: [{ path: 'moveTo', message: expect.stringMatching(/passed/) }] },
  })
})

test('a planned slot does not go along with the following ones to their own series', async () => {
  const { app, at, change } = await openSeries()
  await change('2026-06-03T07:00', { moveTo: '2026-06-01T12:00' })
  await at('01T09:59:59')
  await change('2026-06-02T07:00', { moveTo: '2026-06-02T10:00', following: true })
  await at('01T10:00:00')
  expect(await occurrences(app)).toHaveLength(1)
})

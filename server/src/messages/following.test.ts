import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from '../../test/test-app.ts'
import { giveSeries as give, sentUntil } from '../../test/series.ts'
import { readMessage } from './actions.ts'
import { restoreSeries } from './restore-series.ts'

// A slot and all following are changed; it is ten on Monday, 1 June 2026, in Berlin.

const weekdays: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'weekly', days: ['mon', 'wed'], at: ['09:00'] },
}

test('an earlier slot that was moved to after it stays with the series', async ({ app }) => {
  const { user, id, change } = await give(app, weekdays)
  await change('2026-06-08T07:00', { moveTo: '2026-06-10T18:00' })
  app.clock.moveTo('2026-06-09T08:00:00Z')
  await app.pool.query(`update schedules set next_slot_at = '2026-06-10T07:00:00Z'`)
  await app.pool.query(`update messages set next_at = '2026-06-10T07:00:00Z'`)
  const later = { moveTo: '2026-06-10T10:00', following: true } as const
  const { continuedBy } = await change('2026-06-10T07:00', later)
  expect(await readMessage(user, user, id)).toMatchObject({ status: 'active' })
  expect(continuedBy).toBeDefined()
  expect(await sentUntil(app, '2026-06-16T00:00:00Z')).toEqual(['10 08:00', '10 16:00', '15 08:00'])
})

test('an earlier slot that is due and not planned yet is still sent', async ({ app }) => {
  const { change } = await give(app)
  app.clock.moveTo('2026-06-01T16:02:00Z')
  const later = { moveTo: '2026-06-02T10:00', following: true } as const
  await change('2026-06-02T07:00', later)
  expect(await sentUntil(app, '2026-06-02T12:00:00Z')).toEqual(['01 16:00', '02 08:00'])
})

test('a moved slot that is due and not planned yet is still sent, whatever else is changed', async ({
  app,
}) => {
  const { change } = await give(app)
  await change('2026-06-01T16:00', { moveTo: '2026-06-01T17:00' })
  app.clock.moveTo('2026-06-01T15:02:00Z')
  await change('2026-06-03T07:00', { skip: true })
  expect(await sentUntil(app, '2026-06-01T20:00:00Z')).toEqual(['01 15:00'])
})

test('a series that is ended before a slot does not send an earlier slot that was moved behind the end', async ({
  app,
}) => {
  const at = ['08:00', '12:00', '18:00']
  const { change } = await give(app, {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at },
  })
  await change('2026-06-01T16:00', { moveTo: '2026-06-01T20:00' })
  await change('2026-06-01T10:00', { skip: true, following: true })
  expect(await sentUntil(app, '2026-06-03T00:00:00Z')).toEqual([])
})

test('a later slot that was moved before the others is sent at its new time', async ({ app }) => {
  const { change } = await give(app)
  await change('2026-06-05T07:00', { moveTo: '2026-06-02T12:00' })
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  await change('2026-06-03T07:00', later)
  expect(await sentUntil(app, '2026-06-04T08:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00',
    '02 10:00',
    '02 16:00',
    '04 08:00',
  ])
})

test('a later slot that was moved, is due and not planned yet is still sent with its words', async ({
  app,
}) => {
  const { change } = await give(app)
  const moved = '2026-06-05T07:00'
  await change(moved, { moveTo: '2026-06-02T12:00', content: { kind: 'text', text: 'Sooner.' } })
  expect(await sentUntil(app, '2026-06-02T09:00:00Z')).toEqual(['01 16:00', '02 07:00'])
  app.clock.moveTo('2026-06-02T10:02:00Z')
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { continuedBy } = await change('2026-06-03T07:00', later)
  expect(continuedBy).toBeDefined()
  expect(await sentUntil(app, '2026-06-04T08:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00',
    '02 10:00 Sooner.',
    '02 16:00',
    '04 08:00',
  ])
})

test('skips and texts of single slots move with a monthly series to its new weekday', async ({
  app,
}) => {
  const { user, id, change } = await give(app, {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'monthly', on: { nth: 2, weekday: 'tue' }, at: ['09:00'] },
  })
  await change('2026-07-14T07:00', { skip: true })
  await change('2026-08-11T07:00', { content: { kind: 'text', text: 'Just then.' } })
  await change('2026-06-09T07:00', { moveTo: '2026-06-11T09:00', following: true })
  expect((await readMessage(user, user, id)).exceptions).toMatchObject([
    { local: '2026-07-09T09:00', skip: true },
    { local: '2026-08-13T09:00', content: { kind: 'text' as const, text: 'Just then.' } },
  ])
  expect(await sentUntil(app, '2026-09-30T00:00:00Z')).toEqual([
    '11 07:00',
    '13 07:00 Just then.',
    '10 07:00',
  ])
})

test('the change of one slot and the change from it on are shown, removed and restored one by one', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { content: { kind: 'text', text: 'Anew.' }, following: true })
  const before = await change('2026-06-02T07:00', { content: { kind: 'text', text: 'Just then.' } })
  const slotAt = '2026-06-02T07:00:00.000Z'
  const following = {
    slotAt,
    local: '2026-06-02T09:00',
    content: { kind: 'text' as const, text: 'Anew.' },
    following: true,
  }
  const own = {
    slotAt,
    local: '2026-06-02T09:00',
    content: { kind: 'text' as const, text: 'Just then.' },
  }
  expect(before.exceptions).toEqual([own, following])

  const alone = await change('2026-06-02T07:00', { restore: true })
  expect(alone.exceptions).toEqual([following])
  const none = await change('2026-06-02T07:00', { restore: true })
  expect(none.exceptions).toEqual([])

  const contents = [
    { slotAt, content: own.content },
    { slotAt, content: following.content, following: true as const },
  ]
  const back = { rev: none.rev, schedule: before.schedule!, contents }
  expect((await restoreSeries(user, id, back)).exceptions).toEqual(before.exceptions)
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00 Just then.',
    '02 16:00 Anew.',
  ])
})

test('a series that was split is put back whole, in one message again', async ({ app }) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { skip: true })
  const before = await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Just then.' } })
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { rev, continuedBy } = await change('2026-06-03T07:00', later)
  const contents = [
    { slotAt: '2026-06-04T07:00:00.000Z', content: { kind: 'text' as const, text: 'Just then.' } },
  ]
  const back = { schedule: before.schedule!, contents }
  await expect(restoreSeries(user, id, { ...back, rev: before.rev })).rejects.toMatchObject({
    code: 'conflict',
  })
  const restored = await restoreSeries(user, id, { ...back, rev, continuedBy: continuedBy! })
  expect(restored.schedule).toEqual(before.schedule)
  expect(restored.exceptions).toEqual(before.exceptions)
  await expect(readMessage(user, user, continuedBy!)).rejects.toMatchObject({ code: 'not_found' })
  expect(await sentUntil(app, '2026-06-04T07:00:00Z')).toEqual([
    '01 16:00',
    '02 16:00',
    '03 07:00',
    '03 16:00',
    '04 07:00 Just then.',
  ])
})

test('the runs of a series that was split are numbered on', async ({ app }) => {
  const { user, id, change } = await give(app)
  expect(await sentUntil(app, '2026-06-02T07:00:00Z')).toHaveLength(2)
  await change('2026-06-02T16:00', { skip: true })
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { continuedBy } = await change('2026-06-04T07:00', later)
  expect(await sentUntil(app, '2026-06-04T08:00:00Z')).toHaveLength(5)
  expect((await readMessage(user, user, id)).runs).toBe(4)
  expect((await readMessage(user, user, continuedBy!)).runs).toBe(5)
})

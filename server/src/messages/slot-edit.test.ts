import { expect, test } from '../../test/test-app.ts'
import { daily, giveSeries as give, sentUntil } from '../../test/series.ts'
import { readCalendar } from '../calendar/actions.ts'
import { pauseMessage, readMessage } from './actions.ts'
import type { SlotChange } from './slot-edit.ts'
import { restoreSeries } from './restore-series.ts'

test('a slot is left out, and put back', async ({ app }) => {
  const { user, change } = await give(app)
  const skipped = await change('2026-06-01T16:00', { skip: true })
  expect(skipped.exceptions).toEqual([
    { slotAt: '2026-06-01T16:00:00.000Z', local: '2026-06-01T18:00', skip: true },
  ])
  expect(skipped.nextAt).toBe('2026-06-02T07:00:00.000Z')
  const query = { from: '2026-06-01', to: '2026-06-01' }
  const [day] = (await readCalendar(user, query)).days
  expect(day!.sends).toMatchObject([{ status: 'skipped', changed: 'skipped' }])
  await change('2026-06-02T07:00', { skip: true })
  const back = await change('2026-06-01T16:00', { restore: true })
  expect(back.exceptions).toMatchObject([{ local: '2026-06-02T09:00' }])
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual(['01 16:00', '02 16:00'])
})

test('a slot that went out before its own time does not go again when another is changed', async ({
  app,
}) => {
  const { change } = await give(app)
  await change('2026-06-03T07:00', { moveTo: '2026-06-01T20:00' })
  expect(await sentUntil(app, '2026-06-01T18:00:00Z')).toEqual(['01 16:00', '01 18:00'])
  app.clock.moveTo('2026-06-01T18:01:00Z')
  await change('2026-06-02T07:00', { skip: true })
  expect(await sentUntil(app, '2026-06-03T16:00:00Z')).toEqual([
    '01 16:00',
    '01 18:00',
    '02 16:00',
    '03 16:00',
  ])
})

test('a slot that went out before its own time does not go again when all changes from one on are removed', async ({
  app,
}) => {
  const { change } = await give(app)
  await change('2026-06-03T07:00', { moveTo: '2026-06-01T20:00' })
  await change('2026-06-03T16:00', { moveTo: '2026-06-03T20:00' })
  expect(await sentUntil(app, '2026-06-01T18:00:00Z')).toEqual(['01 16:00', '01 18:00'])
  app.clock.moveTo('2026-06-01T18:01:00Z')
  await change('2026-06-02T07:00', { restore: true, following: true })
  expect(await sentUntil(app, '2026-06-03T18:00:00Z')).toEqual([
    '01 16:00',
    '01 18:00',
    '02 07:00',
    '02 16:00',
    '03 16:00',
  ])
})

test('a slot is moved, keeps its name, and can be moved again', async ({ app }) => {
  const { user, change } = await give(app)
  await change('2026-06-02T07:00', { moveTo: '2026-06-03T12:00' })
  const moved = await change('2026-06-02T07:00', { moveTo: '2026-06-01T20:00' })
  expect(moved.nextRuns[1]).toMatchObject({
    slotAt: '2026-06-02T07:00:00.000Z',
    at: '2026-06-01T18:00:00.000Z',
    changed: 'moved',
  })
  const query = { from: '2026-06-01', to: '2026-06-01' }
  const [day] = (await readCalendar(user, query)).days
  expect(day!.sends).toMatchObject([{}, { slotAt: '2026-06-02T07:00:00.000Z', changed: 'moved' }])
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual(['01 16:00', '01 18:00', '02 16:00'])
})

test('a slot that is moved back to its own time keeps what it says', async ({ app }) => {
  const { change } = await give(app)
  await change('2026-06-02T07:00', { content: { kind: 'text', text: 'Just then.' } })
  await change('2026-06-02T07:00', { moveTo: '2026-06-02T12:00' })
  const back = await change('2026-06-02T07:00', { moveTo: '2026-06-02T09:00' })
  expect(back.schedule?.moves).toBeUndefined()
  expect(await sentUntil(app, '2026-06-02T07:00:00Z')).toEqual(['01 16:00', '02 07:00 Just then.'])
})

test('a slot is not put onto another one, since only one of them would be sent', async ({
  app,
}) => {
  const { change } = await give(app)
  const refused = (words: string) => ({ message: expect.stringContaining(words) })
  const taken = 'Another run is at this time already'
  const onto = { moveTo: '2026-06-02T09:00' }
  await expect(change('2026-06-01T16:00', onto)).rejects.toMatchObject(refused(taken))
  const all = { ...onto, following: true }
  await expect(change('2026-06-01T16:00', all)).rejects.toMatchObject(
    refused('Another of its times'),
  )
  await change('2026-06-01T16:00', { moveTo: '2026-06-01T20:00' })
  await expect(change('2026-06-02T07:00', { moveTo: '2026-06-01T20:00' })).rejects.toMatchObject(
    refused(taken),
  )
  // A place that was left is free, and then cannot be gone back to.
  await change('2026-06-02T07:00', { moveTo: '2026-06-01T18:00' })
  await expect(change('2026-06-01T16:00', { restore: true })).rejects.toMatchObject(
    refused('Another run was moved to this time'),
  )
  // Nor may those that follow meet one of them that was moved by itself.
  await change('2026-06-04T07:00', { moveTo: '2026-06-05T11:00' })
  const following = { moveTo: '2026-06-03T11:00', following: true }
  await expect(change('2026-06-03T07:00', following)).rejects.toMatchObject(
    refused('A later run that was moved'),
  )
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual(['01 16:00', '01 18:00', '02 16:00'])
})

test('one slot says something else, wherever it is moved; following ones from a slot on', async ({
  app,
}) => {
  const { change } = await give(app)
  await change('2026-06-01T16:00', { content: { kind: 'text', text: 'Just now.' } })
  await change('2026-06-01T16:00', { moveTo: '2026-06-01T19:00' })
  const told = await change('2026-06-02T16:00', {
    content: { kind: 'text', text: 'Anew.' },
    following: true,
  })
  expect(told.exceptions).toMatchObject([
    { moveTo: '2026-06-01T19:00', content: { kind: 'text' as const, text: 'Just now.' } },
    { following: true, content: { kind: 'text' as const, text: 'Anew.' } },
  ])
  expect(await sentUntil(app, '2026-06-03T07:00:00Z')).toEqual([
    '01 17:00 Just now.',
    '02 07:00',
    '02 16:00 Anew.',
    '03 07:00 Anew.',
  ])
})

test('leaving out a slot and all following ends the series there', async ({ app }) => {
  const { user, id, change } = await give(app)
  await change('2026-06-03T16:00', { skip: true, following: true })
  expect(await sentUntil(app, '2026-06-09T00:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00',
    '02 16:00',
    '03 07:00',
  ])
  expect((await readMessage(user, user, id)).status).toBe('finished')
})

test('another time for a slot and all following: in place, or as a message of its own', async ({
  app,
}) => {
  const { user, id, change } = await give(app, { ...daily, ends: { after: 6 } })
  const next = { moveTo: '2026-06-01T19:00', following: true } as const
  expect((await change('2026-06-01T16:00', next)).continuedBy).toBeUndefined()
  const later = { moveTo: '2026-06-02T08:00', following: true } as const
  const { continuedBy } = await change('2026-06-02T07:00', later)
  expect(await readMessage(user, user, continuedBy!)).toMatchObject({ status: 'active' })
  expect(await sentUntil(app, '2026-06-09T00:00:00Z')).toEqual([
    '01 17:00',
    '02 06:00',
    '02 17:00',
    '03 06:00',
    '03 17:00',
  ])
  expect((await readMessage(user, user, id)).status).toBe('finished')
})

test('a paused series is changed without going on', async ({ app }) => {
  const { user, id, change } = await give(app)
  await pauseMessage(user, id)
  expect(await change('2026-06-01T16:00', { skip: true })).toMatchObject({
    status: 'paused',
    nextAt: null,
    exceptions: [{ skip: true }],
  })
  expect(await sentUntil(app, '2026-06-09T00:00:00Z')).toEqual([])
})

test('what single slots say and are goes along when all following move to other days', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-04T07:00', { content: { kind: 'text', text: 'Just then.' } })
  await change('2026-06-04T16:00', { skip: true })
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { continuedBy } = await change('2026-06-03T07:00', later)
  expect((await readMessage(user, user, continuedBy!)).exceptions).toMatchObject([
    { local: '2026-06-05T10:00', content: { kind: 'text' as const, text: 'Just then.' } },
    { local: '2026-06-05T18:00', skip: true },
  ])
  expect((await readMessage(user, user, id)).exceptions).toEqual([])
  expect(await sentUntil(app, '2026-06-06T10:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00',
    '02 16:00',
    '04 08:00',
    '04 16:00',
    '05 08:00 Just then.',
    '06 08:00',
  ])
})

test('a series that ended here goes on again; what went on and was sent stays', async ({ app }) => {
  const { user, id, change } = await give(app)
  const { schedule } = await readMessage(user, user, id)
  const ended = await change('2026-06-01T16:00', { skip: true, following: true })
  expect(ended.status).toBe('finished')
  const back = { schedule: schedule!, contents: [] }
  expect(await restoreSeries(user, id, { ...back, rev: ended.rev })).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T16:00:00.000Z',
  })
  const later = { moveTo: '2026-06-01T20:00', following: true } as const
  await change('2026-06-02T07:00', { skip: true })
  const { rev, continuedBy } = await change('2026-06-02T16:00', {
    ...later,
    moveTo: '2026-06-01T17:00',
  })
  await sentUntil(app, '2026-06-01T15:00:00Z')
  await expect(
    restoreSeries(user, id, { ...back, rev, continuedBy: continuedBy! }),
  ).rejects.toThrow('It has been sent at its new time already.')
  expect((await readMessage(user, user, continuedBy!)).status).toBe('active')
})

test.for<[what: string, change: Partial<SlotChange>]>([
  ['alone', {}],
  ['with all following ones', { following: true }],
])(
  'a slot that was sent at its new time, moved %s, does not come again by an undo',
  async ([, what], { app }) => {
    const { user, id, change } = await give(app)
    const content = { kind: 'text' as const, text: 'Just then.' }
    const before = await change('2026-06-01T16:00', { content })
    app.clock.moveTo('2026-06-01T14:59:58Z')
    const { rev } = await change('2026-06-01T16:00', { moveTo: '2026-06-01T17:00', ...what })
    expect(await sentUntil(app, '2026-06-01T15:00:00Z')).toEqual(['01 15:00 Just then.'])
    const contents = [{ slotAt: '2026-06-01T16:00:00.000Z', content }]
    await expect(
      restoreSeries(user, id, { rev, schedule: before.schedule!, contents }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('has been sent') })
    expect(await sentUntil(app, '2026-06-01T18:00:00Z')).toEqual(['01 15:00 Just then.'])
  },
)

test('nobody puts back what belongs to another', async ({ app }) => {
  const { user, id, change } = await give(app)
  const other = await give(app)
  const { rev, schedule } = await change('2026-06-01T16:00', { skip: true })
  const back = { rev, schedule: schedule!, contents: [] }
  await expect(restoreSeries(other.user, id, back)).rejects.toMatchObject({ code: 'not_found' })
  await expect(restoreSeries(user, id, { ...back, continuedBy: other.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test.for<[slotAt: string, what: Partial<SlotChange>, words: string]>([
  ['2026-06-01T16:01', { skip: true }, 'The timetable of this message has no send at this time.'],
  ['2026-06-01T07:00', { skip: true }, 'This time has passed.'],
  [
    '2026-06-02T07:00',
    { moveTo: '2026-06-01T09:00' },
    'This time has passed. Send it now instead.',
  ],
  ['2026-06-02T07:00', { moveTo: '2026-06-02T09:00' }, 'Move it to another time than its own.'],
  ['2026-06-02T07:00', { content: { kind: 'text', text: ' ' } }, 'Write something to send.'],
])('%s %j is refused: %s', async ([slotAt, what, words], { app }) => {
  const { change } = await give(app, { ...daily, starts: '2026-06-01' })
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await expect(change(slotAt, what)).rejects.toThrow(words)
})

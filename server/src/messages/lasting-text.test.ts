import type { Schedule } from '@carillon/contract/schedule'
import { expect, test } from '../../test/test-app.ts'
import { giveSeries as give, sentUntil } from '../../test/series.ts'
import { messageInput } from '../../test/message-input.ts'
import {
  duplicateMessage,
  pauseMessage,
  readMessage,
  resumeMessage,
  sendMessageNow,
  updateMessage,
} from './actions.ts'
import { restoreSeries } from './restore-series.ts'
import { listVersions } from './versions.ts'

// A text that a run and all later ones have; it is ten on Monday, 1 June 2026, in Berlin.

const weekdays: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'weekly', days: ['mon', 'wed'], at: ['09:00'] },
}

const anew = { kind: 'text' as const, text: 'Anew.' }

/** The exception of a text of all later runs whose first one is on this day of June, at an hour in Berlin. */
const lasting = (day: string, hour = '09') => ({
  slotAt: `2026-06-${day}T0${Number(hour) - 2}:00:00.000Z`,
  local: `2026-06-${day}T${hour}:00`,
  content: anew,
  following: true,
})

test('a run that was moved before them gives its text of all later runs to no earlier one', async ({
  app,
}) => {
  const { change } = await give(app, weekdays)
  const content = { kind: 'text', text: 'New' } as const
  await change('2026-06-10T07:00', { content, following: true })
  await change('2026-06-15T07:00', { moveTo: '2026-06-02T12:00' })
  await sentUntil(app, '2026-06-18T00:00:00Z')
  const { rows } = await app.pool.query<{ day: string; text: string }>(
    `select to_char(d.due_at at time zone 'UTC', 'DD') as day, c.body->>'text' as text
       from deliveries d join contents c on c.id = d.content_id order by d.due_at`,
  )
  const texts = rows.map(({ day, text }) => [day, text === 'New'])
  expect(texts).toEqual([
    ['02', true],
    ['03', false],
    ['08', false],
    ['10', true],
    ['17', true],
  ])
})

test('a text of all later runs is the text of the series once the first of them is planned', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const { rev } = await change('2026-06-02T07:00', { content: anew, following: true })
  expect(await readMessage(user, user, id)).toMatchObject({
    content: { text: 'As ever.' },
    exceptions: [lasting('02')],
  })
  expect(await sentUntil(app, '2026-06-02T07:00:00Z')).toEqual(['01 16:00', '02 07:00 Anew.'])
  const message = await readMessage(user, user, id)
  expect(message).toMatchObject({ content: anew, exceptions: [] })
  expect(message.nextRuns.map(({ changed }) => changed)).toEqual([undefined, undefined, undefined])
  expect((await duplicateMessage(user, id)).content).toMatchObject(anew)
  // Who had it open before does not overwrite it unseen.
  const { groupIds, schedule } = message
  const edited = { ...messageInput(groupIds, { kind: 'automated' }), schedule: schedule!, rev }
  await expect(updateMessage(user, id, edited)).rejects.toMatchObject({ code: 'conflict' })
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toContain('02 16:00 Anew.')
})

test('a text of all later runs reaches no run before them, also if that one is moved behind the first', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { moveTo: '2026-06-02T20:00' })
  await change('2026-06-02T16:00', { content: anew, following: true })
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual(['01 16:00', '02 16:00 Anew.'])
  expect((await readMessage(user, user, id)).content).toMatchObject({ text: 'As ever.' })
  expect(await sentUntil(app, '2026-06-03T07:00:00Z')).toEqual([
    '01 16:00',
    '02 16:00 Anew.',
    '02 18:00',
    '03 07:00 Anew.',
  ])
  expect(await readMessage(user, user, id)).toMatchObject({ content: anew, exceptions: [] })
})

test('a former text that no run has sent stays a version', async ({ app }) => {
  const { user, id, change } = await give(app)
  await change('2026-06-01T16:00', { content: anew, following: true })
  await sentUntil(app, '2026-06-01T16:00:00Z')
  const { items } = await listVersions(user, id)
  expect(items.toSorted((a, b) => (a.content.text < b.content.text ? -1 : 1))).toMatchObject([
    { content: anew, isCurrent: true },
    { content: { text: 'As ever.' }, isCurrent: false },
  ])
})

test('a text of all later runs names the first run of another timetable, and can be taken back there', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const { groupIds } = await readMessage(user, user, id)
  await change('2026-06-02T07:00', { content: anew, following: true })
  const { rev } = await change('2026-06-03T07:00', { content: anew, following: true })
  const { dropped, exceptions } = await updateMessage(user, id, {
    ...messageInput(groupIds, { kind: 'automated' }),
    schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'daily', everyDays: 1, at: ['10:00'] } },
    rev,
  })
  expect(dropped).toBeUndefined()
  expect(exceptions).toEqual([lasting('02', '10'), lasting('03', '10')])
  // A run after them has no change of its own that could be removed.
  await expect(change('2026-06-05T08:00', { restore: true })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the text of all runs from an earlier one on'),
  })
  const back = await change('2026-06-03T08:00', { restore: true })
  expect(back.exceptions).toEqual([lasting('02', '10')])
  expect((await change('2026-06-02T08:00', { restore: true })).exceptions).toEqual([])
})

test('in another time zone a text of all later runs is named at the time of its first run there', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const { groupIds, rev } = await change('2026-06-04T07:00', { content: anew, following: true })
  const { exceptions } = await updateMessage(user, id, {
    ...messageInput(groupIds, { kind: 'automated', content: { kind: 'text', text: 'As ever.' } }),
    schedule: { timeZone: 'Asia/Tokyo', rule: { kind: 'daily', everyDays: 1, at: ['09:00'] } },
    rev,
  })
  expect(exceptions).toMatchObject([{ local: '2026-06-05T09:00', following: true }])
  expect(await sentUntil(app, '2026-06-05T00:00:00Z')).toEqual([
    '02 00:00',
    '03 00:00',
    '04 00:00',
    '05 00:00 Anew.',
  ])
})

test('a text of all later runs whose first one fell into a pause applies after it, unless it is taken back', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { content: anew, following: true })
  await pauseMessage(user, id)
  app.clock.moveTo('2026-06-03T08:00:00Z')
  expect((await readMessage(user, user, id)).exceptions).toEqual([lasting('02')])
  const { exceptions, rev } = await change('2026-06-02T07:00', { restore: true })
  expect(exceptions).toEqual([])
  const contents = [{ slotAt: lasting('02').slotAt, content: anew, following: true as const }]
  const { schedule } = await readMessage(user, user, id)
  await restoreSeries(user, id, { rev, schedule: schedule!, contents })
  await resumeMessage(user, id)
  expect(await sentUntil(app, '2026-06-03T16:00:00Z')).toEqual(['03 16:00 Anew.'])
  expect((await readMessage(user, user, id)).content).toMatchObject(anew)
})

test('a text of all later runs is taken back also while its first one, which was skipped, has passed', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { content: anew, following: true })
  await change('2026-06-02T07:00', { skip: true })
  expect(await sentUntil(app, '2026-06-01T16:00:00Z')).toEqual(['01 16:00'])
  app.clock.moveTo('2026-06-02T10:00:00Z')
  expect((await readMessage(user, user, id)).exceptions).toEqual([lasting('02')])
  expect((await change('2026-06-02T07:00', { restore: true })).exceptions).toEqual([])
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual(['01 16:00', '02 16:00'])
})

test('a run with its own text has that of all later ones, once it is given to it and them', async ({
  app,
}) => {
  const { change } = await give(app)
  await change('2026-06-02T07:00', { content: { kind: 'text', text: 'Just then.' } })
  const { exceptions } = await change('2026-06-02T07:00', { content: anew, following: true })
  expect(exceptions).toEqual([lasting('02')])
  expect(await sentUntil(app, '2026-06-02T16:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00 Anew.',
    '02 16:00 Anew.',
  ])
})

test('a message that began with the later runs keeps the text that they had', async ({ app }) => {
  const { user, change } = await give(app)
  await change('2026-06-02T07:00', { content: anew, following: true })
  const later = { moveTo: '2026-06-04T10:00', following: true } as const
  const { continuedBy } = await change('2026-06-04T07:00', later)
  expect((await readMessage(user, user, continuedBy!)).exceptions).toEqual([lasting('04', '10')])
  expect(await sentUntil(app, '2026-06-04T16:00:00Z')).toEqual([
    '01 16:00',
    '02 07:00 Anew.',
    '02 16:00 Anew.',
    '03 07:00 Anew.',
    '03 16:00 Anew.',
    '04 08:00 Anew.',
    '04 16:00 Anew.',
  ])
  expect(await readMessage(user, user, continuedBy!)).toMatchObject({
    content: anew,
    exceptions: [],
  })
})

test('a run that was moved keeps its own text among its changes once its own time has passed', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  await change('2026-06-02T07:00', { moveTo: '2026-06-02T15:00' })
  const moved = { local: '2026-06-02T09:00', moveTo: '2026-06-02T15:00' }
  app.clock.moveTo('2026-06-02T10:00:00Z')
  const before = await readMessage(user, user, id)
  expect(before.exceptions).toMatchObject([moved])
  const then = { kind: 'text' as const, text: 'Just then.' }
  const { exceptions, rev } = await change('2026-06-02T07:00', { content: then })
  expect(exceptions).toMatchObject([{ ...moved, content: then }])
  // What undoes that takes the text away as well.
  const { schedule } = before
  await restoreSeries(user, id, { rev, schedule: schedule!, contents: [] })
  expect((await sentUntil(app, '2026-06-02T13:00:00Z')).at(-1)).toBe('02 13:00')
})

test('a text of a run that is over does not come back with another time zone', async ({ app }) => {
  const { user, id, change } = await give(app, {
    timeZone: 'Asia/Tokyo',
    rule: { kind: 'daily', everyDays: 1, at: ['18:00'] },
  })
  await change('2026-06-01T09:00', { content: { kind: 'text', text: 'Just then.' } })
  expect(await sentUntil(app, '2026-06-01T09:00:00Z')).toEqual(['01 09:00 Just then.'])
  app.clock.moveTo('2026-06-01T09:01:00Z')
  const { groupIds, rev } = await readMessage(user, user, id)
  await updateMessage(user, id, {
    ...messageInput(groupIds, { kind: 'automated', content: { kind: 'text', text: 'As ever.' } }),
    schedule: {
      timeZone: 'America/New_York',
      rule: { kind: 'daily', everyDays: 1, at: ['18:00'] },
    },
    rev,
  })
  await pauseMessage(user, id)
  await resumeMessage(user, id)
  expect(await sentUntil(app, '2026-06-01T22:00:00Z')).toEqual(['01 09:00 Just then.', '01 22:00'])
})

test('a text of all later runs goes along when the series moves, also if its first slot is none any more', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const content = { kind: 'text' as const, text: 'Anew.' }
  await change('2026-06-04T07:00', { content, following: true })
  const { groupIds, rev } = await readMessage(user, user, id)
  await updateMessage(user, id, {
    ...messageInput(groupIds, { kind: 'automated', content: { kind: 'text', text: 'As ever.' } }),
    schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'daily', everyDays: 1, at: ['10:00'] } },
    rev,
  })
  await change('2026-06-03T08:00', { moveTo: '2026-06-03T11:00', following: true })
  expect(await sentUntil(app, '2026-06-05T12:00:00Z')).toEqual([
    '01 08:00',
    '02 08:00',
    '03 09:00',
    '04 09:00 Anew.',
    '05 09:00 Anew.',
  ])
})

test('what is sent now has the text that later runs have, and a run whose own time has passed cannot go back to it', async ({
  app,
}) => {
  const { user, id, change } = await give(app)
  const content = { kind: 'text' as const, text: 'Anew.' }
  await change('2026-06-02T07:00', { content, following: true })
  await change('2026-06-02T07:00', { moveTo: '2026-06-02T15:00' })
  app.clock.moveTo('2026-06-02T10:00:00Z')
  await expect(change('2026-06-02T07:00', { restore: true })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Its own time has passed'),
  })
  await sendMessageNow(user, id)
  expect(await sentUntil(app, '2026-06-02T14:00:00Z')).toEqual(['02 10:00 Anew.', '02 13:00 Anew.'])
})

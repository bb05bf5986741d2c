import { bellOf } from '../../test/bell.ts'
import { at, end, hourly, input, read, runsOf, slotsOf } from '../../test/hourly-series.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import { retryDelivery } from '../deliveries/api.ts'
import * as messages from './actions.ts'
import { deleteMessage } from './deletion.ts'

test('a series is sent at each of its slots, and tells its next ones', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const { id, status, nextRuns, words } = await messages.createMessage(user, input(groupIds))
  expect(status).toBe('active')
  expect(words).toContain('very hour')
  expect(nextRuns.map((run) => run.at)).toEqual([
    '2026-06-01T08:30:00.000Z',
    '2026-06-01T09:30:00.000Z',
    '2026-06-01T10:30:00.000Z',
  ])
  await at(app, '08:30')
  await end(app, 'sent')
  await at(app, '09:30')
  expect(await read(user, id)).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T10:30:00.000Z',
    lastResults: [{ status: 'planned' }, { status: 'done' }],
    occurrence: { total: 2, pending: 2 },
  })
})

test('it finishes with its last slot', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const schedule = { ...hourly, ends: { after: 2 } }
  const { id } = await messages.createMessage(user, input(groupIds, { schedule }))
  await at(app, '08:30')
  await end(app, 'sent')
  expect((await read(user, id)).status).toBe('active')
  await at(app, '09:30')
  expect(await read(user, id)).toMatchObject({ status: 'finished', nextAt: null, nextRuns: [] })
})

test('after an outage only the latest slot is sent, if it is not too old', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await at(app, '11:40')
  expect(await slotsOf(app)).toEqual([
    '01 08:30 late',
    '01 09:30 late',
    '01 10:30 late',
    '01 11:30 planned',
  ])
  await end(app, 'sent')
  await at(app, '14:00')
  expect((await slotsOf(app)).slice(4)).toEqual(['01 12:30 late', '01 13:30 late'])
  expect((await read(user, id)).attention).toMatchObject({ code: 'missed' })
  // One item for the message, however many slots, and also when it is missed again later.
  expect(await bellOf(user)).toMatchObject([{ count: 1 }])
})

test('its window is at most half its period', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const rule = { kind: 'every', n: 10, unit: 'minute', anchor: '2026-06-01T10:30' } as const
  const schedule = { timeZone: 'Europe/Berlin', rule }
  await messages.createMessage(user, input(groupIds, { schedule, catchUpMinutes: 60 }))
  await at(app, '2026-06-01T08:35:00.001Z')
  await at(app, '08:45')
  expect(await slotsOf(app)).toEqual(['01 08:30 late', '01 08:40 planned'])
})

test('what comes while the one before is still being sent gives way, or waits for it', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const skips = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await at(app, '09:30')
  expect(await slotsOf(app)).toEqual(['01 08:30 planned', '01 09:30 overlap'])
  await end(app, 'sent')
  await deleteMessage(user, skips.id)
  await app.pool.query('delete from occurrences')

  await at(app, '09:31')
  await messages.createMessage(user, input(groupIds, { overlap: 'wait' }))
  await at(app, '10:30')
  await at(app, '11:30')
  await at(app, '12:10')
  expect(await slotsOf(app)).toEqual(['01 10:30 planned'])
  await end(app, 'sent')
  await at(app, '12:11')
  expect(await slotsOf(app)).toEqual(['01 10:30 done', '01 11:30 planned'])
})

test('a copy that is tried again keeps no later run from being sent', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await end(app, 'failed')
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries limit 1')
  await retryDelivery(user, rows[0]!.id)
  expect(await slotsOf(app)).toEqual(['01 08:30 sending'])
  await at(app, '09:30')
  expect(await slotsOf(app)).toEqual(['01 08:30 sending', '01 09:30 planned'])
})

test('sending it now leaves the series as it is', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, input(groupIds))
  await messages.sendMessageNow(user, id)
  const sent = await read(user, id)
  expect([sent.status, sent.nextAt]).toEqual(['active', '2026-06-01T08:30:00.000Z'])
  expect(sent.occurrence).toMatchObject({ slotAt: null, total: 1 })
})

test('a run that is being sent keeps its text after an edit, also while the series goes on', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const opened = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  // Its editor was open meanwhile: being sent is no change of somebody else's.
  const given = input(groupIds, { content: { kind: 'text', text: 'At eight.' } })
  await messages.updateMessage(user, opened.id, { ...given, rev: opened.rev })
  await end(app, 'sent')
  await at(app, '09:30')
  const { rows } = await app.pool.query(
    `select body->>'text' as text from deliveries join contents on contents.id = content_id order by due_at`,
  )
  expect(rows.map(({ text }) => text)).toEqual(['Rehearsal at seven.', 'At eight.'])
  await expect(
    messages.updateMessage(user, opened.id, { ...given, rev: opened.rev }),
  ).rejects.toThrow('changed meanwhile')
})

test('another schedule replaces what was to come, and what is past stays past', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id, rev } = await messages.createMessage(user, input(groupIds))
  await at(app, '08:30')
  await end(app, 'sent')
  const rule = { kind: 'every', n: 2, unit: 'hour', anchor: '2026-06-01T08:45' } as const
  const edited = await messages.updateMessage(user, id, {
    ...input(groupIds, { schedule: { timeZone: 'Europe/Berlin', rule } }),
    rev,
  })
  expect(runsOf(edited)).toEqual(['01T10:45', '01T12:45', '01T14:45'])
  await plan(app)
  expect(await slotsOf(app)).toEqual(['01 08:30 done'])
})

test('exceptions that still match stay after an edit; the others are told', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const schedule = { ...hourly, skips: ['2026-06-01T11:30', '2026-06-01T12:30'] }
  const { id, rev } = await messages.createMessage(user, input(groupIds, { schedule }))
  const rule = { kind: 'every', n: 2, unit: 'hour', anchor: '2026-06-01T10:30' } as const
  const edited = await messages.updateMessage(user, id, {
    ...input(groupIds, { schedule: { timeZone: 'Europe/Berlin', rule } }),
    rev,
  })
  expect(edited.dropped?.map(({ local }) => local)).toEqual(['2026-06-01T11:30'])
  expect(edited.exceptions).toMatchObject([{ local: '2026-06-01T12:30', skip: true }])
  expect(runsOf(edited)).toEqual(['01T10:30', '01T14:30', '01T16:30'])
})

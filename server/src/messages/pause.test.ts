import { expect, test } from '../../test/test-app.ts'
import { plan } from '../../test/planning.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { daily, giveSeries } from '../../test/series.ts'
import { instant } from '../platform/clock.ts'
import {
  createMessage,
  pauseMessage,
  readMessage,
  resumeMessage,
  updateMessage,
} from './actions.ts'

test('a slot that a clock change moves into a pause waits for its end, and is recorded as skipped in the pause', async ({
  app,
}) => {
  const { user, id } = await giveSeries(app, {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: ['12:10', '12:20', '12:30'] },
  })
  const until = '2026-06-01T10:25:00.000Z'
  await pauseMessage(user, id, { until })
  // As if the clocks were put forward since: what came after the pause comes before its end.
  await app.pool.query(`update schedules set next_slot_at = '2026-06-01T10:10:00Z'`)
  app.clock.moveTo('2026-06-01T10:10:00Z')
  await plan(app)
  const { rows } = await app.pool.query('select not_before from schedules')
  expect(rows).toEqual([{ not_before: instant(until) }])
  expect(await readMessage(user, user, id)).toMatchObject({ status: 'paused', pausedUntil: until })

  app.clock.moveTo(until)
  await plan(app)
  const made = await app.pool.query(
    `select to_char(slot_at at time zone 'UTC', 'HH24:MI') as at, status, reason
       from occurrences order by slot_at`,
  )
  expect(made.rows).toEqual([
    { at: '10:10', status: 'skipped', reason: 'paused' },
    { at: '10:20', status: 'planned', reason: null },
  ])
})

test('a paused series that is edited stays paused, until the same time or until a person resumes it', async ({
  app,
}) => {
  const { user, id } = await giveSeries(app)
  const edit = async (text: string) => {
    const { groupIds, rev } = await readMessage(user, user, id)
    const input = messageInput(groupIds, { kind: 'automated', schedule: daily })
    const content = { kind: 'text' as const, text }
    return updateMessage(user, id, { ...input, content, status: 'paused', rev })
  }
  const until = '2026-06-02T08:00:00.000Z'
  await pauseMessage(user, id, { until })
  const kept = { status: 'paused', pausedUntil: until, nextAt: '2026-06-02T16:00:00.000Z' }
  expect(await edit('Bring cake.')).toMatchObject({ content: { text: 'Bring cake.' }, ...kept })
  await pauseMessage(user, id)
  const paused = { status: 'paused', pausedUntil: null, nextAt: null }
  expect(await edit('Bring tea.')).toMatchObject({ content: { text: 'Bring tea.' }, ...paused })
  app.clock.moveTo('2026-06-01T16:00:00Z')
  await plan(app)
  expect((await app.pool.query('select from occurrences')).rowCount).toBe(0)
  await resumeMessage(user, id)
  await expect(edit('Bring milk.')).rejects.toThrow('Only a message that is paused')
})

test('a paused message that is edited stays paused, and goes at its new time once it is resumed', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await createMessage(user, messageInput(groupIds))
  const { rev } = await pauseMessage(user, id)
  const later = { timeZone: 'UTC', rule: { kind: 'once' as const, at: '2026-06-01T11:00' } }
  const input = messageInput(groupIds, { schedule: later })
  const edited = await updateMessage(user, id, { ...input, status: 'paused', rev })
  expect(edited).toMatchObject({ status: 'paused', nextAt: null, schedule: later })
  expect(await resumeMessage(user, id)).toMatchObject({
    status: 'scheduled',
    nextAt: '2026-06-01T11:00:00.000Z',
  })
})

import { expect, test } from '../../test/test-app.ts'
import { plan } from '../../test/planning.ts'
import { giveSeries } from '../../test/series.ts'
import { instant } from '../platform/clock.ts'
import { pauseMessage, readMessage } from './actions.ts'

test('what changed clocks bring into a pause waits for its end, and is told as paused', async ({
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

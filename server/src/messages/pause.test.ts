import { expect, test } from '../../test/house.ts'
import { plan } from '../../test/planning.ts'
import { giveSeries } from '../../test/series.ts'
import { instant } from '../platform/clock.ts'
import { pauseMessage, readMessage } from './actions.ts'

test('what changed clocks bring into a pause waits for its end, and is told as paused', async ({
  house,
}) => {
  const { user, id } = await giveSeries(house, {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'daily', everyDays: 1, at: ['12:10', '12:20', '12:30'] },
  })
  const until = '2026-06-01T10:25:00.000Z'
  await pauseMessage(user, id, { until })
  // As if the clocks were put forward since: what came after the pause comes before its end.
  await house.pool.query(`update schedules set next_slot_at = '2026-06-01T10:10:00Z'`)
  house.clock.moveTo('2026-06-01T10:10:00Z')
  await plan(house)
  const { rows } = await house.pool.query('select not_before from schedules')
  expect(rows).toEqual([{ not_before: instant(until) }])
  expect(await readMessage(user, user, id)).toMatchObject({ status: 'paused', pausedUntil: until })

  house.clock.moveTo(until)
  await plan(house)
  const made = await house.pool.query(
    `select to_char(slot_at at time zone 'UTC', 'HH24:MI') as at, status, reason
       from occurrences order by slot_at`,
  )
  expect(made.rows).toEqual([
    { at: '10:10', status: 'skipped', reason: 'paused' },
    { at: '10:20', status: 'planned', reason: null },
  ])
})

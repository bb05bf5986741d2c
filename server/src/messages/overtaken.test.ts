import { endLast, planWithRace } from '../../test/planner-race.ts'
import { plan } from '../../test/planning.ts'
import { giveSeries } from '../../test/series.ts'
import { expect, test } from '../../test/test-app.ts'
import { readMessage } from './actions.ts'

test('a series that pauses itself while its next slot is planned stays paused', async ({ app }) => {
  const { user, id } = await giveSeries(app)
  await app.pool.query('update messages set pause_after_failures = 1')
  app.clock.moveTo('2026-06-01T16:00:00Z')
  await plan(app)
  app.clock.moveTo('2026-06-02T07:00:00Z')
  await planWithRace(app, 'message', () =>
    endLast(app, { source: 'message', sourceId: id }, { status: 'failed' }),
  )
  await app.runJobs()
  expect(await readMessage(user, user, id)).toMatchObject({
    status: 'paused',
    attention: { code: 'paused_itself' },
  })
  const { rows } = await app.pool.query('select next_slot_at from schedules')
  expect(rows).toEqual([{ next_slot_at: null }])
})

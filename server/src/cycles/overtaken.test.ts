import type { Schedule } from '@carillon/contract/schedule'
import { cycleInput, openCycle } from '../../test/cycle-input.ts'
import { endLast, planWithRace } from '../../test/planner-race.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { fitTier } from '../tiers/actions.ts'
import { createCycle, readCycle } from './actions.ts'

/** Runs once the tests are over. */
const LATER: Schedule = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-07-01T10:30' },
}

test('a cycle that a smaller tier suspends while its slot is planned stays suspended', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const first = await createCycle(user, cycleInput(groupIds))
  app.clock.advance(1_000)
  await createCycle(user, cycleInput(groupIds, { schedule: LATER }))
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await planWithRace(app, 'cycle', async () => {
    await app.pool.query(`update users set tier = 'free' where id = $1`, [user.user.id])
    await app.ctx.transaction((tx) => fitTier(app.ctx, tx, user.user.id))
  })
  await app.runJobs()
  expect(await readCycle(user, user, first.id)).toMatchObject({ status: 'suspended' })
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await plan(app)
  const { rows } = await app.pool.query('select from occurrences')
  expect(rows).toHaveLength(1)
})

test('a cycle that pauses itself while its next slot is planned stays paused', async ({ app }) => {
  const { cycle, read } = await openCycle(app, { pauseAfterFailures: 1 })
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await planWithRace(app, 'cycle', () =>
    endLast(app, { source: 'cycle', sourceId: cycle.id }, { status: 'failed' }),
  )
  await app.runJobs()
  expect(await read()).toMatchObject({ status: 'paused', attention: { code: 'paused_itself' } })
})

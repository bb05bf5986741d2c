import { openCycle } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { expect, test } from '../../test/test-app.ts'
import { deleteUser } from '../users/actions.ts'
import { cycleData } from './user-data.ts'

test('an export has the cycles of a person with all their steps', async ({ app }) => {
  const { user, cycle, read } = await openCycle(app)
  const pages = []
  for await (const page of cycleData.export(user, user.user.id)) pages.push(...page)
  expect(pages).toMatchObject([{ id: cycle.id, steps: (await read()).steps }])
})

test('178 with an account its cycles are gone, and nothing of them is sent any more', async ({
  app,
}) => {
  const { user, at } = await openCycle(app)
  await at('08:30')
  const count = async (table: string) => {
    const { rows } = await app.pool.query(`select count(*)::int as n from ${table}`)
    return rows[0].n
  }
  expect(await count('deliveries')).toBe(1)
  await deleteUser(user)
  app.clock.moveTo('2026-06-01T09:30:00Z')
  await plan(app)
  expect(await count(`deliveries where status = 'queued' and due_at > '2026-06-01T09:00Z'`)).toBe(0)
  await app.runJobs()
  const tables = ['cycles', 'cycle_steps', 'cycle_groups', 'schedules', 'occurrences', 'deliveries']
  const left = await Promise.all(tables.map(async (table) => [table, await count(table)]))
  expect(left).toEqual(tables.map((table) => [table, 0]))
})

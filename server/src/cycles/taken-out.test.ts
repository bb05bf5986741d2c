import { cycleInput } from '../../test/cycle-input.ts'
import { endLast } from '../../test/planner-race.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createCycle, readCycle, updateCycle } from './actions.ts'
import type { Input } from './checks.ts'
import { simulateCycle } from './simulation/simulation.ts'

/** A cycle to the groups a and b in which b, which was muted at the first slot, is a step behind. */
async function open(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { chats: ['a', 'b'] })
  const [a, b] = groupIds as [string, string]
  const { id, steps } = await createCycle(user, cycleInput(groupIds, { mode: 'own_place' }))
  const setStatus = (status: string) =>
    app.pool.query('update groups set status = $2 where id = $1', [b, status])
  async function at(time: string, how: Parameters<typeof endLast>[2] = { status: 'done' }) {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    await plan(app)
    await endLast(app, { source: 'cycle', sourceId: id }, how, `2026-06-01T${time}:00Z`)
  }
  const input = (groups: string[], change: Partial<Input> = {}) =>
    cycleInput(groups, { mode: 'own_place', steps, ...change })
  async function edit(groups: string[], change: Partial<Input> = {}) {
    const { rev } = await readCycle(user, user, id)
    return updateCycle(user, id, { ...input(groups, change), rev })
  }
  /** What each group gets next: as it is shown, and as it is simulated for these groups. */
  async function next(groups: string[]) {
    const { sends } = await simulateCycle(user, {
      ...input(groups),
      cycleId: id,
      slots: 1,
      days: 1,
    })
    return sends.map(({ groupId, step }) => `${groupId === a ? 'a' : 'b'} ${step! + 1}`)
  }
  await setStatus('muted')
  await at('08:30')
  await setStatus('active')
  await at('09:30')
  expect(await next([a, b])).toEqual(['a 3', 'b 2'])
  return { a, b, at, edit, next }
}

test('a group that is put back into a cycle has its own place, also in what is simulated before', async ({
  app,
}) => {
  const { a, b, at, edit, next } = await open(app)
  await edit([a])
  await at('10:30')
  expect(await next([a, b])).toEqual(['a 1', 'b 2'])
  await edit([a, b])
  expect(await next([a, b])).toEqual(['a 1', 'b 2'])
})

test('what did not go out to a group before it was taken out comes when it is put back', async ({
  app,
}) => {
  const { a, b, at, edit, next } = await open(app)
  app.clock.moveTo('2026-06-01T10:30:00Z')
  await plan(app)
  await edit([a])
  await at('10:30', { status: 'skipped', reason: 'late' })
  await edit([a, b])
  expect(await next([a, b])).toEqual(['a 3', 'b 2'])
})

test('the places of groups that were taken out are kept within a limit, the newest of them', async ({
  app,
}) => {
  const { a, b, edit, next } = await open(app)
  await edit([a])
  await app.pool.query(
    `update cycles set position = jsonb_set(position, '{takenOut,0,groupIds}',
       (select jsonb_agg(gen_random_uuid()) from generate_series(1, 5000)) || to_jsonb($1::text))`,
    [b],
  )
  await edit([a, b])
  await edit([a])
  const { rows } = await app.pool.query<{ kept: number }>(
    `select jsonb_array_length(position -> 'takenOut' -> 0 -> 'groupIds') as kept from cycles`,
  )
  expect(rows).toEqual([{ kept: 5000 }])
  expect(await next([a, b])).toEqual(['a 3', 'b 2'])
})

import { cycleInput } from '../../test/cycle-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { UserContext } from '../platform/context.ts'
import { fitTier } from '../tiers/actions.ts'
import { createCycle, finishCycle, pauseCycle, readCycle, resumeCycle } from './actions.ts'
import { deleteCycle, restoreCycle } from './deletion.ts'
import { duplicateCycle } from './duplicate.ts'

const WORDS =
  "You've reached the maximum number of Cycles for your current tier. Upgrade to pro for more."
const FULL = { code: 'limit_reached', message: WORDS, extra: { resource: 'Cycles' } }

async function openFree(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { user: await app.person({ tier: 'free' }) })
  return { user, groupIds, create: () => createCycle(user, cycleInput(groupIds)) }
}

/** Gives the user another tier, as a payment does. */
async function tier(app: TestApp, user: UserContext, name: 'free' | 'pro') {
  await changeTier(app, user, name)
  await app.runJobs()
}

/** The same while its jobs wait. */
async function changeTier(app: TestApp, user: UserContext, name: 'free' | 'pro') {
  await app.pool.query('update users set tier = $2 where id = $1', [user.user.id, name])
  await app.ctx.transaction((tx) => fitTier(app.ctx, tx, user.user.id))
}

/** Two cycles of a user with the pro tier: a smaller one suspends the first. */
async function openTwo(app: TestApp) {
  const { user, groupIds } = await createPosting(app)
  const first = await createCycle(user, cycleInput(groupIds))
  app.clock.advance(1_000)
  const second = await createCycle(user, cycleInput(groupIds))
  const keep = () =>
    app.pool.query('update cycles set updated_at = $2 where id <> $1', [
      first.id,
      '2026-06-02T00:00:00Z',
    ])
  return { user, id: first.id, second: second.id, keep }
}

const statusOf = async (user: UserContext, id: string) => (await readCycle(user, user, id)).status

test('145 on the free tier a second cycle is refused in the words of the specification, also a copy or a draft', async ({
  app,
}) => {
  const { user, groupIds, create } = await openFree(app)
  const { id } = await create()
  await expect(create()).rejects.toMatchObject(FULL)
  await expect(createCycle(user, cycleInput(groupIds, { status: 'draft' }))).rejects.toMatchObject(
    FULL,
  )
  await expect(duplicateCycle(user, id)).rejects.toMatchObject(FULL)
  await finishCycle(user, id)
  const other = await create()
  await expect(resumeCycle(user, id)).rejects.toMatchObject(FULL)
  await deleteCycle(user, other.id)
  expect((await resumeCycle(user, id)).status).toBe('active')
  await expect(restoreCycle(user, other.id)).rejects.toMatchObject(FULL)
})

test('145 of two that are created at once the free tier has room for one', async ({ app }) => {
  const { create } = await openFree(app)
  const ends = await Promise.allSettled([create(), create(), create()])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a smaller tier suspends the cycles unused longest, and a larger one takes them back; none fires late', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const first = await createCycle(user, cycleInput(groupIds))
  app.clock.advance(1_000)
  const second = await createCycle(user, cycleInput(groupIds))
  await tier(app, user, 'free')
  expect([await statusOf(user, first.id), await statusOf(user, second.id)]).toEqual([
    'suspended',
    'active',
  ])
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await plan(app)
  const sources = async () =>
    (await app.pool.query('select source_id from occurrences order by slot_at')).rows.map(
      (row) => row.source_id,
    )
  expect(await sources()).toEqual([second.id])
  await expect(resumeCycle(user, first.id)).rejects.toMatchObject({
    code: 'conflict',
    message:
      'This cycle is above the limit of your plan. Upgrade, or use it instead of another cycle first.',
  })
  app.clock.moveTo('2026-06-01T08:40:00Z')
  await tier(app, user, 'pro')
  const back = await readCycle(user, user, first.id)
  expect(back).toMatchObject({ status: 'active', nextAt: '2026-06-01T09:30:00.000Z' })
  expect(await sources()).toEqual([second.id])
})

test('the place of a cycle that finishes goes to one that waits above the limit', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const first = await createCycle(user, cycleInput(groupIds))
  app.clock.advance(1_000)
  const second = await createCycle(user, cycleInput(groupIds))
  await tier(app, user, 'free')
  await finishCycle(user, second.id)
  await app.runJobs()
  expect(await statusOf(user, first.id)).toBe('active')
})

test('a pause until a time lasts through a suspension, and ends when it is over', async ({
  app,
}) => {
  const { user, id, keep } = await openTwo(app)
  const until = '2026-06-01T11:00:00.000Z'
  await pauseCycle(user, id, { until })
  await keep()
  await tier(app, user, 'free')
  expect(await statusOf(user, id)).toBe('suspended')
  await tier(app, user, 'pro')
  expect(await readCycle(user, user, id)).toMatchObject({
    status: 'paused',
    pausedUntil: until,
    nextAt: '2026-06-01T11:30:00.000Z',
  })
  await keep()
  await tier(app, user, 'free')
  app.clock.moveTo('2026-06-01T11:10:00Z')
  await tier(app, user, 'pro')
  expect(await readCycle(user, user, id)).toMatchObject({
    status: 'active',
    nextAt: '2026-06-01T11:30:00.000Z',
  })
})

test('a cycle that is suspended again before it was revived is active once there is room', async ({
  app,
}) => {
  const { user, id, keep } = await openTwo(app)
  await tier(app, user, 'free')
  await changeTier(app, user, 'pro')
  await keep()
  await changeTier(app, user, 'free')
  await app.runJobs()
  expect(await statusOf(user, id)).toBe('suspended')
  await tier(app, user, 'pro')
  expect(await statusOf(user, id)).toBe('active')
})

test('a cycle that is deleted before it was revived is active once it is restored', async ({
  app,
}) => {
  const { user, id } = await openTwo(app)
  await tier(app, user, 'free')
  await changeTier(app, user, 'pro')
  await deleteCycle(user, id)
  await app.runJobs()
  await restoreCycle(user, id)
  await app.runJobs()
  expect(await statusOf(user, id)).toBe('active')
})

test('a cycle that was deleted while suspended takes the place that is free once it is restored', async ({
  app,
}) => {
  const { user, id, second } = await openTwo(app)
  await tier(app, user, 'free')
  await deleteCycle(user, id)
  await finishCycle(user, second)
  await restoreCycle(user, id)
  await app.runJobs()
  expect(await statusOf(user, id)).toBe('active')
})

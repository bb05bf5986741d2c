import { expect, onTestFinished, test } from 'vitest'
import { messageInput } from '../../test/message-input.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { someoneWaits } from '../../test/locks.ts'
import { createPosting } from '../../test/posting.ts'
import { nobodyListens, plan } from '../../test/planning.ts'
import { createMessage } from '../messages/actions.ts'
import { startPlanner } from './planner.ts'
import { SLICE_MAX } from './rules.ts'

const input = (groupIds: string[]) => messageInput(groupIds, { title: 'Rehearsal' })

/** Another user's message of a minute later, in more than one slice. */
async function giveOther(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { groups: SLICE_MAX + 1 })
  const { id } = await createMessage(user, {
    ...input(groupIds),
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T10:01' } },
  })
  return { user, id }
}

async function open() {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  return app
}

/** Plans until a slice waits for what is done to its occurrence, does it, and plans to the end. */
async function planBeside(app: TestApp, change: string) {
  app.clock.moveTo('2026-06-01T10:01:00Z')
  const lane = await app.pool.connect()
  onTestFinished(() => lane.release())
  let begun = false
  const ctx: typeof app.ctx = {
    ...app.ctx,
    async transaction(work) {
      const done = await app.ctx.transaction(work)
      // As soon as its first slice is there, the lane begins with it.
      if (!begun) await lane.query(`begin; ${change}`)
      begun = true
      return done
    },
  }
  const planner = startPlanner(ctx, nobodyListens)
  await someoneWaits(app)
  await lane.query('commit')
  await planner.rest()
  await planner.stop()
  const { rows } = await app.pool.query(`
    select source_id as id, total, fan_out_from, (select count(*) from deliveries) as deliveries
    from occurrences`)
  return rows
}

test('a fan-out waits for the lane that counts what has arrived, and goes on at once', async () => {
  const app = await open()
  const { id } = await giveOther(app)
  expect(await planBeside(app, 'update occurrences set sent = 1')).toEqual([
    { id, total: SLICE_MAX + 1, fan_out_from: null, deliveries: SLICE_MAX + 1 },
  ])
})

test('nothing is added to what a person stops while its next slice is written', async () => {
  const app = await open()
  const { id } = await giveOther(app)
  const stop = `update occurrences set fan_out_from = null, stopped = 'canceled'`
  expect(await planBeside(app, stop)).toEqual([
    { id, total: SLICE_MAX, fan_out_from: null, deliveries: SLICE_MAX },
  ])
})

test('fan-outs and a lane that counts in both of their occurrences do not deadlock', async () => {
  const app = await open()
  const { user, groupIds } = await createPosting(app)
  for (let n = 0; n < 2; n++) await createMessage(user, input(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const { rows } = await app.pool.query('select id from occurrences order by id')
  const [first, second] = rows.map(({ id }) => id)
  // The one that was made later is due earlier.
  await app.pool.query(
    `update occurrences
        set fan_out_from = 0, due_at = due_at - case when id = $1 then interval '1 s' else '0' end`,
    [second],
  )
  const lane = await app.pool.connect()
  onTestFinished(() => lane.release())
  const holds = (id: string) =>
    lane.query('select from occurrences where id = $1 for no key update', [id])
  await lane.query('begin')
  await holds(first)
  const planner = startPlanner(app.ctx, nobodyListens)
  await someoneWaits(app)
  await holds(second)
  await lane.query('commit')
  await planner.rest()
  await planner.stop()
  const states = await app.pool.query(
    'select fan_out_from, fan_out_failures from occurrences order by id',
  )
  expect(states.rows).toEqual([
    { fan_out_from: null, fan_out_failures: 0 },
    { fan_out_from: null, fan_out_failures: 0 },
  ])
})

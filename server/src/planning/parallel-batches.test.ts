import { expect, test, type TestApp } from '../../test/test-app.ts'
import { nobodyListens } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { createMessage } from '../messages/actions.ts'
import type { Context } from '../platform/context.ts'
import { startPlanner } from './planner.ts'
import { BATCH_MAX, FIRST_BATCH } from './rules.ts'

/** As many messages of one user to a group each, all due at one instant. */
async function giveMany(app: TestApp, many: number) {
  const { user, groupIds } = await createPosting(app, { groups: many })
  const input = MessageInput.parse({
    kind: 'scheduled',
    content: { text: 'Rehearsal at seven.' },
    groupIds: groupIds.slice(0, 1),
    schedule: { timeZone: 'UTC', rule: { kind: 'once', at: '2026-06-01T12:00' } },
    status: 'active',
  })
  const { id } = await createMessage(user, input)
  for (const [table, key, changes] of [
    ['messages', 'id', `jsonb_build_object('id', copy.id)`],
    [
      'message_groups',
      'message_id',
      `jsonb_build_object('message_id', copy.id, 'group_id', copy.group_id)`,
    ],
    ['schedules', 'source_id', `jsonb_build_object('id', gen_random_uuid(), 'source_id', copy.id)`],
  ]) {
    await app.pool.query(
      `with copy as (select md5('copy ' || n)::uuid as id, group_id
                       from unnest($2::uuid[]) with ordinality as g (group_id, n))
       insert into ${table} select (jsonb_populate_record(o, ${changes})).*
         from copy, ${table} o where o.${key} = $1`,
      [id, groupIds.slice(1)],
    )
  }
}

test('batches that are planned beside each other forecast their turns one behind the other', async ({
  app,
}) => {
  const many = FIRST_BATCH + 3 * BATCH_MAX
  await giveMany(app, many)
  app.clock.moveTo('2026-06-01T12:00:00Z')
  let [open, most] = [0, 0]
  const ctx: typeof app.ctx = {
    ...app.ctx,
    async transaction(work) {
      most = Math.max(most, ++open)
      return app.ctx.transaction(work).finally(() => open--)
    },
  }
  const planner = startPlanner(ctx, nobodyListens)
  await planner.rest()
  await planner.stop()
  expect(most).toBe(2)

  const { rows } = await app.pool.query<{ expires_at: Date }>(
    'select expires_at from deliveries order by expires_at',
  )
  expect(rows).toHaveLength(many)
  const everyMs = 1_000 / app.ctx.channels.get('telegram-bot')!.capabilities.pace.account.perSecond
  const first = rows[0]!.expires_at.getTime()
  // To a millisecond: that is where each is rounded to.
  const early = rows.filter((row, n) => row.expires_at.getTime() < first + n * everyMs - 1)
  expect(early).toEqual([])
})

/** Plans while the first batch stands still until another has ended; answers how many were planned. */
async function planBeside(app: TestApp, other: Context['transaction']): Promise<number> {
  app.clock.moveTo('2026-06-01T12:00:00Z')
  const ended = Promise.withResolvers<void>()
  let begun = 0
  const transaction: Context['transaction'] = (work) => {
    if (++begun > 1) return other(work).finally(ended.resolve)
    return app.ctx.transaction(async (tx) => {
      const done = await work(tx)
      await ended.promise
      return done
    })
  }
  const planner = startPlanner({ ...app.ctx, transaction }, nobodyListens)
  await planner.rest()
  await planner.stop()
  return (await app.pool.query('select from deliveries')).rows.length
}

test('a full batch that stands still holds up none beside it', async ({ app }) => {
  await giveMany(app, FIRST_BATCH + 1)
  expect(await planBeside(app, (work) => app.ctx.transaction(work))).toBe(FIRST_BATCH + 1)
})

test('a batch that fails beside one that goes on is told, and brings nothing down', async ({
  app,
}) => {
  await giveMany(app, FIRST_BATCH + 1)
  const lost = () => Promise.reject(new Error('The connection was lost.'))
  expect(await planBeside(app, lost)).toBe(FIRST_BATCH)
})

import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { hours, minutes } from '../platform/clock.ts'
import { openOccurrences, planDeliveries } from '../deliveries/actions.ts'
import { holdOrFail } from './lost-account.ts'
import { SLICE_MAX } from './store.ts'
import { laneState } from './rules.ts'

const LOST = { status: 'needs_pairing', reason: 'The token was revoked.', pausedUntil: null }

/** Creates a lost account with this many deliveries in its lane. Returns `fail`, which fails them. */
async function createLostAccount(app: TestApp, count: number) {
  const { ctx, pool } = app
  const { user, accountId, groupIds, contentId } = await createPosting(app, { groups: count })
  await pool.query(`update accounts set epoch = 1, status = 'needs_pairing' where id = $1`, [
    accountId,
  ])
  const dueAt = app.clock.now()
  await ctx.transaction(async (tx) => {
    const source = { source: 'message', sourceId: ctx.ids.next() } as const
    const sentAtOnce = { scheduleId: null, slotAt: null, dueAt, onUnconfirmed: 'ask' } as const
    const [occurrenceId] = await openOccurrences(ctx, tx, [
      { userId: user.user.id, ...source, ...sentAtOnce },
    ])
    const deliveries = groupIds.map((groupId) => ({ part: 0, contentId, groupId, topicId: null }))
    await planDeliveries(ctx, tx, [
      { occurrenceId: occurrenceId!, dueAt, catchUpMs: minutes(15), deliveries, continuesAt: null },
    ])
  })
  const ended: boolean[] = []
  const state = laneState(LOST, { needsSessionToSend: true })
  if (state.kind === 'open') throw new Error('The lane of a lost account is open.')
  const fail = () =>
    holdOrFail(ctx, { id: accountId, epoch: 1 }, state, (changed) => {
      ended.push(...changed.map(({ allEnded }) => allEnded))
    })
  return { fail, ended }
}

async function statuses({ pool }: TestApp) {
  const { rows } = await pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from deliveries group by 1 order by 1',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

test('the lane of an account that was lost is ended in slices, and its occurrence has ended after the last slice', async ({
  app,
}) => {
  const { fail, ended } = await createLostAccount(app, 2 * SLICE_MAX + 10)
  await app.pool.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > ${SLICE_MAX} then raise 'Too many rows at once.'; end if;
      return null;
    end $$;
    create trigger refuse_many after update on deliveries referencing new table as changed
      for each statement execute function refuse_many()`)
  await fail()
  expect(await statuses(app)).toEqual({ failed: 2 * SLICE_MAX + 10 })
  expect(ended).toEqual([false, false, true])
})

test('a delivery that waits until later fails only at that time, because the account may be back by then', async ({
  app,
}) => {
  const { fail } = await createLostAccount(app, 3)
  const later = new Date(app.clock.now().getTime() + hours(8))
  await app.pool.query(
    `update deliveries set status = 'waiting', code = 'allowance', not_before = $1, expires_at = $2
     where id = (select min(id::text)::uuid from deliveries)`,
    [later, new Date(later.getTime() + minutes(15))],
  )
  await fail()
  expect(await statuses(app)).toEqual({ failed: 2, waiting: 1 })
  app.clock.moveTo(later)
  await fail()
  expect(await statuses(app)).toEqual({ failed: 3 })
})

test('an account that is connected again in the meantime sends what is left', async ({ app }) => {
  const { fail } = await createLostAccount(app, SLICE_MAX + 10)
  await app.pool.query(`
    create function connect_again() returns trigger language plpgsql as $$ begin
      update accounts set status = 'connected';
      return null;
    end $$;
    create trigger connect_again after update on deliveries
      for each statement execute function connect_again()`)
  await fail()
  expect(await statuses(app)).toEqual({ failed: SLICE_MAX, queued: 10 })
})

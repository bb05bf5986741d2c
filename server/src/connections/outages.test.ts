import { expect, onTestFinished, test } from 'vitest'
import { bellOf } from '../../test/bell.ts'
import { giveLane } from '../../test/lane.ts'
import { openTestApp } from '../../test/test-app.ts'
import { connectAccount, loseAccount, noteStatus } from '../accounts/actions.ts'
import { minutes, seconds } from '../platform/clock.ts'
import { listConnections, announceReturnSlice } from './actions.ts'
import { presentConnection } from './present.ts'

/** A number that has been linked for four days, with four messages that are due now. */
async function opened() {
  const app = await openTestApp({ env: { WHATSAPP: 'on' } })
  onTestFinished(() => app.close())
  const { ctx, clock, pool } = app
  const lane = await giveLane(app, { channel: 'whatsapp', groups: 4 })
  await pool.query("update accounts set linked_at = created_at - interval '4 days'")
  const user = { ...(await app.person()), user: { id: lane.userId } as never }
  const note = (status: 'connected' | 'reconnecting' | 'restricted', until?: Date) =>
    ctx.transaction((tx) => noteStatus(ctx, tx, lane.accountId, status, undefined, until))
  const become = (at: number, status: string, code: string | null) =>
    pool.query('update deliveries set status = $2, code = $3 where id = $1', [
      lane.ids[at],
      status,
      code,
    ])
  const shown = async () => presentConnection(ctx, (await listConnections(user))[0]!)
  return { ctx, clock, pool, lane, user, note, become, shown }
}

test('an outage is told once when it is over, with what it did, and stands with the number', async () => {
  const { clock, user, note, become, shown } = await opened()
  await note('reconnecting')
  const from = clock.now().toISOString()
  await become(0, 'skipped', 'late')
  await become(1, 'failed', 'unauthorized')
  clock.advance(minutes(1))
  expect((await shown()).health).toMatchObject({
    day: 5,
    warmUpDays: 21,
    usedToday: 0,
    mostToday: 80,
    outage: { from, until: null, late: 2, skipped: 1, failed: 1 },
  })
  clock.advance(minutes(9))
  await note('restricted', new Date('2026-06-01T09:00:00Z'))
  expect((await shown()).health).toMatchObject({ restrictedUntil: '2026-06-01T09:00:00.000Z' })
  // Restricted anew, in the same words.
  await note('restricted', new Date('2026-06-01T10:00:00Z'))
  expect((await shown()).health).toMatchObject({ restrictedUntil: '2026-06-01T10:00:00.000Z' })
  clock.advance(minutes(17))
  await note('reconnecting')
  await note('connected')
  const until = clock.now().toISOString()
  const health = (await shown()).health!
  expect(health.outage).toEqual({ from, until, late: 2, skipped: 1, failed: 1 })
  expect(health.restrictedUntil).toBeUndefined()
  const told = (await bellOf(user)).filter(({ title }) => title.endsWith('is connected again'))
  expect(told).toMatchObject([
    {
      message:
        'It was away for 27 minutes. 2 copies of messages went late, 1 was skipped and 1 failed. The 2 that did not go out can be sent again.',
      link: expect.stringMatching(/^\/dashboard\/messages\/edit\//),
    },
  ])
})

test('what an outage did that is over is counted from time to time, and not with each send', async () => {
  const { clock, note, become, shown } = await opened()
  await note('reconnecting')
  clock.advance(minutes(10))
  await note('connected')
  const skipped = async () => (await shown()).health?.outage?.skipped
  expect(await skipped()).toBe(0)
  await become(0, 'skipped', 'late')
  clock.advance(seconds(29))
  expect(await skipped()).toBe(0)
  clock.advance(seconds(1))
  expect(await skipped()).toBe(1)
})

test('a test that an outage kept back is no message', async () => {
  const { clock, pool, lane, note, become, shown } = await opened()
  await note('reconnecting')
  await become(0, 'skipped', 'late')
  clock.advance(minutes(1))
  const outage = async () => (await shown()).health?.outage
  expect(await outage()).toMatchObject({ late: 3, skipped: 1 })
  await pool.query(
    `insert into messages (id, user_id, kind, status, content_id, catch_up_minutes, on_unconfirmed, trial,
       created_at, updated_at)
     select source_id, $1, 'scheduled', 'draft', $2, 5, 'ask', true, now(), now() from occurrences`,
    [lane.userId, lane.contentId],
  )
  expect(await outage()).toMatchObject({ late: 0, skipped: 0 })
})

test('a short break, and an outage that nobody felt, are no news', async () => {
  const { clock, user, note, shown, become } = await opened()
  for (let n = 0; n < 4; n++) await become(n, 'sent', null)
  await note('reconnecting')
  clock.advance(seconds(20))
  await note('connected')
  expect((await shown()).health?.outage).toBeUndefined()
  await note('reconnecting')
  clock.advance(minutes(30))
  await note('connected')
  expect((await shown()).health?.outage).toMatchObject({ late: 0, skipped: 0, failed: 0 })
  expect(await bellOf(user)).toEqual([])
})

test('who links a number again hears that it is connected, also when no message was due', async () => {
  const { ctx, clock, pool, lane, user, note, become } = await opened()
  for (let n = 0; n < 4; n++) await become(n, 'sent', null)
  clock.advance(minutes(1))
  await ctx.transaction((tx) => loseAccount(ctx, tx, lane.accountId, 'logged_out', 'Unlinked.'))
  clock.advance(minutes(90))
  const { rows } = await pool.query('select external_id, identity from accounts')
  const { external_id: externalId, identity: shownAs } = rows[0]
  const identity = { externalId, identity: shownAs, username: '', name: 'Ida' }
  await ctx.transaction((tx) =>
    connectAccount(ctx, tx, 'whatsapp', { token: 'anew', identity }, { status: 'reconnecting' }),
  )
  await pool.query('update connections set token_version = (select token_version from accounts)')
  await note('connected')
  expect((await bellOf(user)).map(({ title, message }) => [title, message])).toContainEqual([
    `${shownAs} is connected again`,
    'It was away for 90 minutes.',
  ])
})

test('of an account with many users each hears once that it is connected again, some at a time', async () => {
  const { ctx, clock, pool, lane, note, become } = await opened()
  for (let n = 0; n < 4; n++) await become(n, 'sent', null)
  await pool.query(
    "insert into users select (jsonb_populate_record(u, jsonb_build_object('id', 'more-' || n, 'email', n || '@example.org'))).* from users u, generate_series(10, 54) n where u.id = $1",
    [lane.userId],
  )
  await pool.query(
    `insert into connections (id, user_id, account_id, created_at, updated_at)
     select gen_random_uuid(), id, $1, now(), now() from users where id like 'more-%'`,
    [lane.accountId],
  )
  await note('reconnecting')
  clock.advance(minutes(30))
  await pool.query('update accounts set token_changed_at = $1', [clock.now()])
  await note('connected')
  const told = async () =>
    (
      await pool.query<{ n: number; most: number }>(
        `select count(*)::int as n, coalesce(max(c), 0)::int as most from (
           select user_id, count(*) as c from notifications where reason like 'back %' group by 1) t`,
      )
    ).rows[0]
  expect(await told()).toEqual({ n: 20, most: 1 })
  const { rows } = await pool.query("select data from pgboss.job where name = 'connections.back'")
  expect(rows).toHaveLength(1)
  await announceReturnSlice(ctx, rows[0].data)
  await announceReturnSlice(ctx, { ...rows[0].data, afterUser: 'more-48' })
  expect(await told()).toEqual({ n: 46, most: 1 })
})

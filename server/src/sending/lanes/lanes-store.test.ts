import { sql } from 'kysely'
import { giveLane, openAll } from '../../../test/lane.ts'
import { expect, test } from '../../../test/test-app.ts'
import { after, minutes, seconds } from '../../platform/clock.ts'
import { openAttempts } from '../attempts/attempts-store.ts'
import { findDue, readLanes, readSentSince } from './lanes-store.ts'

test('a look keeps the order of what is due, however PostgreSQL joins it', async ({ app }) => {
  const given = await giveLane(app, { groups: 9 })
  await app.pool.query(
    `update deliveries d set not_before = not_before - v.n * interval '1 minute'
     from unnest($1::uuid[]) with ordinality as v (id, n) where d.id = v.id`,
    [given.ids],
  )
  const look = [
    {
      accountId: given.accountId,
      afterUser: '',
      users: 1,
      perUser: 9,
      alreadyRead: [],
      aheadMs: 0,
    },
  ]
  const found = await given.ctx.transaction(async (tx) => {
    // What else it may choose, were there many groups: a merge reads them in the order of their ids.
    await sql`set local enable_nestloop = off`.execute(tx.db)
    await sql`set local enable_hashjoin = off`.execute(tx.db)
    return findDue(tx, app.clock.now(), look)
  })
  expect(found.map(({ due }) => due?.id)).toEqual(given.ids.toReversed())
})

test('a look leaves out what the lane has in hand, and brings as much of the rest', async ({
  app,
}) => {
  const { ctx, accountId, ids: given } = await giveLane(app, { groups: 5 })
  const ids = given.toSorted()
  const look = { accountId, afterUser: '', users: 1, perUser: 2, aheadMs: 0 }
  const brought = async (alreadyRead: string[]) =>
    (await findDue(ctx, app.clock.now(), [{ ...look, alreadyRead }])).map(({ due }) => due?.id)
  expect(await brought([])).toEqual(ids.slice(0, 2))
  expect(await brought(ids.slice(0, 2))).toEqual(ids.slice(2, 4))
  expect(await brought(ids)).toEqual([undefined])
})

test('a look brings what is due within the time asked for, not later', async ({ app }) => {
  const { ctx, accountId, ids } = await giveLane(app, { groups: 3 })
  const apart = `update deliveries d set not_before = $2::timestamptz + v.n * interval '1 second'
     from unnest($1::uuid[]) with ordinality as v (id, n) where d.id = v.id`
  await app.pool.query(apart, [ids, app.clock.now()])
  const brought = async (aheadMs: number) => {
    const look = { accountId, afterUser: '', users: 1, perUser: 9, alreadyRead: [], aheadMs }
    return (await findDue(ctx, app.clock.now(), [look])).map(({ due }) => due?.id)
  }
  expect(await brought(999)).toEqual([undefined])
  expect(await brought(2_000)).toEqual(ids.slice(0, 2))
})

test('a look goes through the users, so many at a time, and says where it ended', async ({
  app,
}) => {
  const given = await giveLane(app, { groups: 2 })
  const users: string[] = [given.userId]
  for (let n = 0; n < 4; n++) {
    const other = await giveLane(app, { groups: 3 })
    users.push(other.userId)
    await app.pool.query('update deliveries set account_id = $1 where user_id = $2', [
      given.accountId,
      other.userId,
    ])
  }
  await app.pool.query(`update deliveries set not_before = $2 where user_id = $1`, [
    users[1],
    after(app.clock.now(), minutes(3)),
  ])
  const look = (afterUser: string) =>
    findDue(given.ctx, app.clock.now(), [
      { accountId: given.accountId, afterUser, users: 3, perUser: 2, alreadyRead: [], aheadMs: 0 },
    ])
  const sorted = users.toSorted()
  const first = await look('')
  expect([...new Set(first.map(({ userId }) => userId))]).toEqual(sorted.slice(0, 3))
  const rest = await look(sorted[2]!)
  expect([...new Set(rest.map(({ userId }) => userId))]).toEqual(sorted.slice(3))
  const due = [...first, ...rest].filter((turn) => turn.due)
  expect(due.filter(({ userId }) => userId === users[1])).toEqual([])
  expect(due).toHaveLength(2 * 4)

  expect(await readLanes(given.ctx, app.clock.now(), [given.accountId])).toMatchObject([
    { status: 'connected', due: true, nextAt: after(app.clock.now(), minutes(3)) },
  ])
})

test('an upload that took minutes and has just ended counts as sent lately', async ({ app }) => {
  const given = await giveLane(app, { groups: 1 })
  const now = app.clock.now()
  await app.pool.query(
    `update deliveries set status = 'sent', attempt = 1, opened_at = $1, sent_at = $2`,
    [after(now, -minutes(6)), after(now, -seconds(10))],
  )
  const lately = await readSentSince(given.ctx, after(now, -minutes(1)), [given.accountId])
  expect(lately).toHaveLength(1)
})

test('a later part of an occurrence waits for the earlier one in the same group', async ({
  app,
}) => {
  const given = await giveLane(app, { groups: 1, parts: 2 })
  const [first, second] = given.ids
  const look = async () =>
    (
      await findDue(given.ctx, app.clock.now(), [
        {
          accountId: given.accountId,
          afterUser: '',
          users: 9,
          perUser: 9,
          alreadyRead: [],
          aheadMs: 0,
        },
      ])
    ).map(({ due }) => due?.id)
  expect(await look()).toEqual([first])
  await openAll(given, [first!])
  expect(await look()).toEqual([undefined])
  await app.pool.query(`update deliveries set status = 'failed' where id = $1`, [first])
  expect(await look()).toEqual([second])
})

test('files that a person has seen since a lane read their delivery do not go again', async ({
  app,
}) => {
  const { ctx, accountId, contentId, ids } = await giveLane(app, { groups: 1 })
  const [id] = ids as [string]
  await app.pool.query(`update deliveries set receipt = '{"externalIds": []}'`)
  const opening = (receipt: { externalIds: string[] } | null) =>
    openAttempts(
      ctx,
      app.clock.now(),
      [{ id: accountId, epoch: 1 }],
      [{ id, accountId, attempt: 0, contentId, receipt }],
    )
  expect(await opening(null)).toEqual({ opened: new Set(), changed: new Set([id]) })
  expect(await opening({ externalIds: [] })).toEqual({ opened: new Set([id]), changed: new Set() })
})

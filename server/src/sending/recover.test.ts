import { sql } from 'kysely'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { givePosting } from '../../test/posting.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openOccurrences, planDeliveries } from '../deliveries/actions.ts'
import { conclude, recover } from './actions.ts'
import { closeAttempts, openAttempts, type Closing } from './attempts-store.ts'
import { findDue, readLanes } from './lanes-store.ts'

type Given = { ctx: Context; accountId: string; ids: string[]; userId: string }

/** Deliveries of an account that another process owned with epoch 1: queued, unless they are opened. */
async function give(
  app: TestApp,
  options: {
    channel?: 'telegram-bot' | 'whatsapp'
    groups?: number
    policy?: 'ask' | 'resend' | 'assume_sent'
    parts?: number
  } = {},
): Promise<Given> {
  const { channel = 'telegram-bot', groups = 3, policy = 'ask', parts = 1 } = options
  const { ctx } = app
  const posting = await givePosting(app, { channel, groups })
  await app.pool.query('update accounts set epoch = 1 where id = $1', [posting.accountId])
  const now = app.clock.now()
  const userId = posting.user.user.id
  const occurrenceId = await ctx.transaction(async (tx) => {
    const [id] = await openOccurrences(ctx, tx, [
      {
        userId,
        source: 'message',
        sourceId: ctx.ids.next(),
        scheduleId: null,
        slotAt: null,
        dueAt: now,
        onUnconfirmed: policy,
      },
    ])
    const deliveries = Array.from({ length: parts }, (_, part) =>
      posting.groupIds.map((groupId) => ({
        part,
        contentId: posting.contentId,
        groupId,
        topicId: null,
      })),
    ).flat()
    const slice = { occurrenceId: id!, dueAt: now, catchUpMs: minutes(15), deliveries, next: null }
    await planDeliveries(ctx, tx, [slice])
    return id!
  })
  const { rows } = await app.pool.query(
    `select id from deliveries where occurrence_id = $1
     order by part, array_position($2::uuid[], group_id)`,
    [occurrenceId, posting.groupIds],
  )
  return { ctx, accountId: posting.accountId, ids: rows.map(({ id }) => id), userId }
}

const openAll = ({ ctx, accountId }: Given, ids: string[], epoch = 1) =>
  openAttempts(
    ctx,
    ctx.clock.now(),
    [{ id: accountId, epoch }],
    ids.map((id) => ({ id, accountId, attempt: 0 })),
  )

/** Another process claims the account, as ownership does it. */
const claim = (
  { ctx, accountId }: Given,
  app: TestApp,
  channel: 'telegram-bot' | 'whatsapp' = 'telegram-bot',
) =>
  ctx.transaction(async (tx) => {
    await app.pool.query('update accounts set epoch = 2 where id = $1', [accountId])
    await recover(ctx, tx, [{ id: accountId, channel }])
  })

const rows = async (app: TestApp) =>
  (await app.pool.query('select * from deliveries order by status, id')).rows

test('what was only read is left as it is, what was on the wire may have been sent', async ({
  app,
}) => {
  const given = await give(app)
  await openAll(given, given.ids.slice(0, 1))
  app.clock.advance(seconds(4))
  await claim(given, app)
  const [queued, alsoQueued, unconfirmed] = await rows(app)
  expect([queued, alsoQueued]).toMatchObject([
    { status: 'queued', attempt: 0 },
    { status: 'queued' },
  ])
  expect(unconfirmed).toMatchObject({
    id: given.ids[0],
    status: 'unconfirmed',
    reason: 'The server stopped before the answer arrived. It may have been sent.',
    attempts: [{ number: 1, outcome: 'interrupted' }],
  })
  const { rows: occurrences } = await app.pool.query('select unconfirmed, status from occurrences')
  expect(occurrences).toEqual([{ unconfirmed: 1, status: 'sending' }])
})

test.for([
  ['resend', { status: 'waiting', doubtful: true }],
  ['assume_sent', { status: 'sent', code: 'assumed_sent' }],
] as const)('the policy %s holds for it too', async ([policy, becomes], { app }) => {
  const given = await give(app, { policy, groups: 1 })
  const opened = app.clock.now()
  await openAll(given, given.ids)
  app.clock.advance(seconds(4))
  await claim(given, app)
  const [row] = await rows(app)
  expect(row).toMatchObject(becomes)
  expect(row.sent_at).toEqual(policy === 'assume_sent' ? opened : null)
})

test('a network that knows our ids gets it again under the same id, at once', async ({ app }) => {
  const once = {
    capabilities: { guarantee: 'once' },
  } as unknown as Context['channels'] extends ReadonlyMap<unknown, infer C> ? C : never
  const given = await give(app, { channel: 'whatsapp', groups: 1 })
  const ctx = { ...given.ctx, channels: new Map([['whatsapp' as const, once]]) }
  await openAll(given, given.ids)
  await claim({ ...given, ctx }, app, 'whatsapp')
  expect(await rows(app)).toMatchObject([
    { id: given.ids[0], status: 'queued', doubtful: true, tries: 1, not_before: app.clock.now() },
  ])
})

test('an owner that is not the owner any more opens nothing', async ({ app }) => {
  const given = await give(app)
  await claim(given, app)
  expect(await openAll(given, given.ids)).toEqual(new Set())
  expect(await openAll(given, given.ids, 2)).toEqual(new Set(given.ids))
})

test('what was opened, taken back or is not due yet is not opened', async ({ app }) => {
  const given = await give(app, { groups: 4 })
  const [open, back, later, free] = given.ids
  await openAll(given, [open!])
  await app.pool.query(`update deliveries set status = 'skipped' where id = $1`, [back])
  await app.pool.query('update deliveries set not_before = $2 where id = $1', [
    later,
    after(app.clock.now(), 1),
  ])
  expect(await openAll(given, given.ids)).toEqual(new Set([free]))
})

test('a row that somebody is about to take back is not waited for', async ({ app }) => {
  const given = await give(app)
  const person = await app.pool.connect()
  await person.query('begin')
  await person.query('select 1 from deliveries where id = $1 for update', [given.ids[0]])
  const opened = await openAll(given, given.ids)
  await person.query('rollback')
  person.release()
  expect(opened).toEqual(new Set(given.ids.slice(1)))
})

test('an answer of another epoch, of another attempt, or a second one changes nothing', async ({
  app,
}) => {
  const given = await give(app, { groups: 1 })
  await openAll(given, given.ids)
  const now = app.clock.now()
  const sent: Closing = {
    id: given.ids[0]!,
    attempt: 1,
    epoch: 1,
    outcome: 'sent',
    answeredAt: null,
    status: 'sent',
    notBefore: now,
    tries: 0,
    doubtful: false,
    code: null,
    reason: null,
    receipt: '{"externalIds":["7"]}',
  }
  const close = async (closing: Closing) =>
    (await closeAttempts(given.ctx, now, [closing])).closed.size
  expect(await close({ ...sent, epoch: 2 })).toBe(0)
  expect(await close({ ...sent, attempt: 2 })).toBe(0)
  expect(await close(sent)).toBe(1)
  expect(await close({ ...sent, status: 'failed' })).toBe(0)
  expect(await rows(app)).toMatchObject([{ status: 'sent', receipt: { externalIds: ['7'] } }])
  const { rows: occurrences } = await app.pool.query('select sent, failed, total from occurrences')
  expect(occurrences).toEqual([{ sent: 1, failed: 0, total: 1 }])
})

test.for([
  ['account', 'select paused_until as until from accounts'],
  ['chat', 'select blocked_until as until from groups'],
] as const)(
  'a flood wait of the %s holds for the next owner, though nobody could write it down before',
  async ([scope, asked], { app }) => {
    const given = await give(app, { groups: 1 })
    const { ctx, accountId } = given
    const now = app.clock.now()
    const [turn] = await findDue(ctx, now, [
      { accountId, afterUser: '', users: 1, perUser: 1, held: [], aheadMs: 0 },
    ])
    await openAll(given, given.ids)
    await claim(given, app)
    const outcome = {
      kind: 'retry',
      scope,
      code: 'slow_down',
      reason: 'Telegram asked us to slow down.',
      waitMs: seconds(40),
    } as const
    const closing: Closing = {
      id: given.ids[0]!,
      attempt: 1,
      epoch: 1,
      outcome: 'retry',
      answeredAt: null,
      status: 'waiting',
      notBefore: after(now, seconds(40)),
      tries: 0,
      doubtful: false,
      code: 'slow_down',
      reason: outcome.reason,
      receipt: null,
    }
    const owner = { id: accountId, epoch: 1 }
    expect(await conclude(ctx, owner, turn!.due!, closing, outcome)).toEqual([])
    expect(await rows(app)).toMatchObject([{ status: 'unconfirmed', attempt: 1 }])
    expect((await app.pool.query(asked)).rows).toEqual([{ until: after(now, seconds(40)) }])
  },
)

test('a look keeps the order of what is due, however PostgreSQL joins it', async ({ app }) => {
  const given = await give(app, { groups: 9 })
  await app.pool.query(
    `update deliveries d set not_before = not_before - v.n * interval '1 minute'
     from unnest($1::uuid[]) with ordinality as v (id, n) where d.id = v.id`,
    [given.ids],
  )
  const look = [
    { accountId: given.accountId, afterUser: '', users: 1, perUser: 9, held: [], aheadMs: 0 },
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
  const { ctx, accountId, ids: given } = await give(app, { groups: 5 })
  const ids = given.toSorted()
  const look = { accountId, afterUser: '', users: 1, perUser: 2, aheadMs: 0 }
  const brought = async (held: string[]) =>
    (await findDue(ctx, app.clock.now(), [{ ...look, held }])).map(({ due }) => due?.id)
  expect(await brought([])).toEqual(ids.slice(0, 2))
  expect(await brought(ids.slice(0, 2))).toEqual(ids.slice(2, 4))
  expect(await brought(ids)).toEqual([undefined])
})

test('a look brings what is due within the time asked for, not later', async ({ app }) => {
  const { ctx, accountId, ids } = await give(app, { groups: 3 })
  const apart = `update deliveries d set not_before = $2::timestamptz + v.n * interval '1 second'
     from unnest($1::uuid[]) with ordinality as v (id, n) where d.id = v.id`
  await app.pool.query(apart, [ids, app.clock.now()])
  const brought = async (aheadMs: number) => {
    const look = { accountId, afterUser: '', users: 1, perUser: 9, held: [], aheadMs }
    return (await findDue(ctx, app.clock.now(), [look])).map(({ due }) => due?.id)
  }
  expect(await brought(999)).toEqual([undefined])
  expect(await brought(2_000)).toEqual(ids.slice(0, 2))
})

test('a look goes through the users, so many at a time, and says where it ended', async ({
  app,
}) => {
  const given = await give(app, { groups: 2 })
  const users: string[] = [given.userId]
  for (let n = 0; n < 4; n++) {
    const other = await give(app, { groups: 3 })
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
      { accountId: given.accountId, afterUser, users: 3, perUser: 2, held: [], aheadMs: 0 },
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

test('a later part of an occurrence waits for the earlier one in the same group', async ({
  app,
}) => {
  const given = await give(app, { groups: 1, parts: 2 })
  const [first, second] = given.ids
  const look = async () =>
    (
      await findDue(given.ctx, app.clock.now(), [
        { accountId: given.accountId, afterUser: '', users: 9, perUser: 9, held: [], aheadMs: 0 },
      ])
    ).map(({ due }) => due?.id)
  expect(await look()).toEqual([first])
  await openAll(given, [first!])
  expect(await look()).toEqual([undefined])
  await app.pool.query(`update deliveries set status = 'failed' where id = $1`, [first])
  expect(await look()).toEqual([second])
})

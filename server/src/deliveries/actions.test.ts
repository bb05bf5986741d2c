import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveLane } from '../../test/lane.ts'
import { createPosting, type Posting } from '../../test/posting.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import {
  endPending,
  openOccurrences,
  planDeliveries,
  skipPending,
  type Opening,
} from './actions.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'

type Told = { app: TestApp; ctx: Context; told: OccurrenceChange[]; posting: Posting }

/** Three groups to post to, and an ear for what sources are told. */
async function give(app: TestApp): Promise<Told> {
  const told: OccurrenceChange[] = []
  const occurrencesChanged: Context['occurrencesChanged'] = async (_ctx, _tx, changes) =>
    void told.push(...changes)
  const ctx = { ...app.ctx, occurrencesChanged }
  return { app, ctx, told, posting: await createPosting(app, { groups: 3 }) }
}

const SOURCE_ID = '01900000-0000-7000-8000-000000000001'
const SCHEDULE_ID = '01900000-0000-7000-8000-000000000002'

function opening({ app, posting }: Told, rest: Partial<Opening> = {}): Opening {
  const slotAt = after(app.clock.now(), minutes(5))
  return {
    userId: posting.user.user.id,
    source: 'message',
    sourceId: SOURCE_ID,
    scheduleId: SCHEDULE_ID,
    slotAt,
    dueAt: slotAt,
    onUnconfirmed: 'ask',
    ...rest,
  }
}

/** Opens an occurrence and plans a delivery to each group. */
async function plan(given: Told, rest: { skip?: 'group_muted'; continuesAt?: number } = {}) {
  const { ctx, posting } = given
  return ctx.transaction(async (tx) => {
    const [occurrenceId] = await openOccurrences(ctx, tx, [
      opening(given, { scheduleId: null, slotAt: null }),
    ])
    await planDeliveries(ctx, tx, [slice(given, occurrenceId!, rest)])
    return { occurrenceId: occurrenceId!, posting }
  })
}

const slice = (
  { app, posting }: Told,
  occurrenceId: string,
  { skip, continuesAt }: { skip?: 'group_muted'; continuesAt?: number } = {},
) => ({
  occurrenceId,
  dueAt: after(app.clock.now(), minutes(5)),
  catchUpMs: minutes(15),
  deliveries: posting.groupIds.map((groupId) => ({
    part: 0,
    contentId: posting.contentId,
    groupId,
    topicId: null,
    ...(skip ? { skip } : {}),
  })),
  continuesAt: continuesAt ?? null,
})

const rows = async (app: TestApp, table: string) =>
  (await app.pool.query(`select * from ${table} order by id`)).rows

test('a slot is made real once, however often it is planned', async ({ app }) => {
  const given = await give(app)
  const { ctx } = given
  const twice = opening(given)
  const open = () => ctx.transaction((tx) => openOccurrences(ctx, tx, [twice]))
  const [[first], [again]] = [await open(), await open()]
  expect(first).toEqual(expect.any(String))
  expect(again).toBeNull()
  expect(await rows(app, 'occurrences')).toMatchObject([{ status: 'planned', fan_out_from: 0 }])
})

test('a send-now has no slot and may happen twice', async ({ app }) => {
  const given = await give(app)
  const { ctx } = given
  const now = opening(given, { scheduleId: null, slotAt: null })
  const ids = await ctx.transaction((tx) => openOccurrences(ctx, tx, [now, now]))
  expect(new Set(ids).size).toBe(2)
})

test('an occurrence that is passed over ends at once and tells its source why', async ({ app }) => {
  const given = await give(app)
  const { ctx, told } = given
  await ctx.transaction((tx) => openOccurrences(ctx, tx, [opening(given, { skipped: 'late' })]))
  expect(await rows(app, 'occurrences')).toMatchObject([
    { status: 'skipped', reason: 'late', fan_out_from: null, finished_at: app.clock.now() },
  ])
  expect(told).toMatchObject([
    { status: 'skipped', reason: 'late', total: 0, slotAt: opening(given).slotAt },
  ])
})

test('deliveries are planned once and counted', async ({ app }) => {
  const given = await give(app)
  const { ctx } = given
  const { occurrenceId } = await plan(given)
  await ctx.transaction((tx) => planDeliveries(ctx, tx, [slice(given, occurrenceId)]))
  const deliveries = await rows(app, 'deliveries')
  expect(deliveries.map((row) => row.status)).toEqual(['queued', 'queued', 'queued'])
  expect(await rows(app, 'occurrences')).toMatchObject([
    { total: 3, skipped: 0, fan_out_from: null, finished_at: null },
  ])
})

test('a slice remembers where the next one goes on', async ({ app }) => {
  const given = await give(app)
  await plan(given, { continuesAt: 2_000 })
  expect(await rows(given.app, 'occurrences')).toMatchObject([{ fan_out_from: 2_000, total: 3 }])
})

test('each delivery expires one window after its forecast turn in the lane', async ({ app }) => {
  const given = await give(app)
  const { ctx } = given
  const pace = {
    account: { perSecond: 2, burst: 1 },
    chat: { perSecond: 1, burst: 1 },
    groupPerMinute: 20,
    inFlight: 10,
  }
  const paced = { kind: 'telegram-bot', capabilities: { pace } }
  const channels = new Map([['telegram-bot', paced]]) as unknown as Context['channels']
  const slow = { ...given, ctx: { ...ctx, channels } }
  await plan(slow)
  await plan(slow)
  const due = after(app.clock.now(), minutes(5))
  const expiries = (await rows(app, 'deliveries'))
    .map((row) => row.expires_at as Date)
    .toSorted((a, b) => a.getTime() - b.getTime())
  const expected = [0.5, 1, 1.5, 2, 2.5, 3].map((turn) => after(due, minutes(15) + seconds(turn)))
  expect(expiries).toEqual(expected)
})

test('even the smallest window leaves a minute', async ({ app }) => {
  const given = await give(app)
  const ctx = { ...given.ctx, channels: new Map() }
  const { occurrenceId } = await plan(given)
  const { posting } = given
  const other = { ...slice(given, occurrenceId), catchUpMs: 0 }
  other.deliveries = [
    { part: 1, contentId: posting.contentId, groupId: posting.groupIds[0]!, topicId: null },
  ]
  await ctx.transaction((tx) => planDeliveries(ctx, tx, [other]))
  const last = (await rows(app, 'deliveries')).find((row) => row.part === 1)
  expect(last.expires_at).toEqual(after(last.due_at, minutes(1)))
})

test('what is known not to be sent is written down, and ends the occurrence when that is all', async ({
  app,
}) => {
  const given = await give(app)
  await plan(given, { skip: 'group_muted' })
  expect((await rows(given.app, 'deliveries'))[0]).toMatchObject({
    status: 'skipped',
    code: 'group_muted',
    reason: 'It was not sent: the group is muted.',
  })
  expect(given.told).toMatchObject([
    { status: 'skipped', reason: 'group_muted', total: 3, skipped: 3 },
  ])
})

test('taking back ends everything that has not reached the wire, and the fan-out', async ({
  app,
}) => {
  const given = await give(app)
  const { ctx, told } = given
  await plan(given, { continuesAt: 3 })
  await app.pool.query(
    `update deliveries set status = 'sending' where id = (select min(id::text)::uuid from deliveries)`,
  )
  const source = { source: 'message', sourceId: SOURCE_ID } as const
  await ctx.transaction((tx) => skipPending(ctx, tx, source, 'paused'))
  expect((await rows(app, 'deliveries')).map((row) => row.status)).toEqual([
    'sending',
    'skipped',
    'skipped',
  ])
  expect(await rows(app, 'occurrences')).toMatchObject([
    { skipped: 2, total: 3, fan_out_from: null, finished_at: null },
  ])
  expect(told).toEqual([])
})

test('an occurrence whose last delivery is taken back is told to its source in the same transaction', async ({
  app,
}) => {
  const given = await give(app)
  const { ctx, told } = given
  const { occurrenceId } = await plan(given)
  await ctx.transaction((tx) => skipPending(ctx, tx, { occurrenceId }, 'canceled'))
  expect(told).toMatchObject([
    { id: occurrenceId, status: 'skipped', reason: 'canceled', skipped: 3 },
  ])
  expect(await rows(app, 'occurrences')).toMatchObject([
    { status: 'skipped', finished_at: app.clock.now() },
  ])
})

test('what may have been sent before is never said to have been skipped', async ({ app }) => {
  const given = await give(app)
  const { ctx, told } = given
  const { occurrenceId } = await plan(given)
  await app.pool.query(`update deliveries set doubtful = true`)
  await ctx.transaction((tx) => skipPending(ctx, tx, { occurrenceId }, 'canceled'))
  expect((await rows(app, 'deliveries'))[0]).toMatchObject({
    status: 'unconfirmed',
    reason: 'An earlier try may have been sent.',
  })
  expect(told).toMatchObject([{ status: 'partly', unconfirmed: 3 }])
})

test('what ends while the rest of an album waits still says how many files arrived', async ({
  app,
}) => {
  const { ctx, ids } = await giveLane(app, { groups: 2 })
  const waits = (id: string | undefined, reason: string) =>
    app.pool.query(
      `update deliveries set status = 'waiting', doubtful = true, reason = $2 where id = $1`,
      [id, reason],
    )
  await waits(ids[0], '2 of 3 files arrived, and then no more. WhatsApp cannot be reached.')
  await waits(ids[1], 'WhatsApp cannot be reached.')
  const end = { status: 'skipped', code: 'late', reason: 'It was not sent.' } as const
  await ctx.transaction((tx) => endPending(tx, app.clock.now(), { ids }, end))
  const { rows } = await app.pool.query('select status, reason from deliveries order by reason')
  expect(rows).toEqual([
    {
      status: 'unconfirmed',
      reason: '2 of 3 files arrived, and then no more. An earlier try may have been sent.',
    },
    { status: 'unconfirmed', reason: 'An earlier try may have been sent.' },
  ])
})

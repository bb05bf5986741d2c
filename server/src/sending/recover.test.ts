import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveLane, openAll, type Lane } from '../../test/lane.ts'
import { after, hours, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { conclude } from './actions.ts'
import { recover } from './recovery.ts'
import { closeAttempts, type Closing } from './attempts/attempts-store.ts'
import { findDue } from './lanes/lanes-store.ts'

/** Another process claims the account, as ownership does it. */
const claim = (
  { ctx, accountId }: Lane,
  app: TestApp,
  channel: 'telegram-bot' | 'whatsapp' = 'telegram-bot',
) =>
  ctx.transaction(async (tx) => {
    await app.pool.query('update accounts set epoch = 2 where id = $1', [accountId])
    await recover(ctx, tx, [{ id: accountId, channel }])
  })

const rows = async (app: TestApp) =>
  (await app.pool.query('select * from deliveries order by status, id')).rows

test('a delivery that was only read is left as it is, one that was on the wire may have been sent', async ({
  app,
}) => {
  const given = await giveLane(app)
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
  const given = await giveLane(app, { policy, groups: 1 })
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
  const given = await giveLane(app, { channel: 'whatsapp', groups: 1 })
  const ctx = { ...given.ctx, channels: new Map([['whatsapp' as const, once]]) }
  await openAll(given, given.ids)
  await claim({ ...given, ctx }, app, 'whatsapp')
  expect(await rows(app)).toMatchObject([
    { id: given.ids[0], status: 'queued', doubtful: true, tries: 1, not_before: app.clock.now() },
  ])
})

test('an owner that is not the owner any more opens nothing', async ({ app }) => {
  const given = await giveLane(app)
  await claim(given, app)
  expect(await openAll(given, given.ids)).toEqual(new Set())
  expect(await openAll(given, given.ids, 2)).toEqual(new Set(given.ids))
})

test('what was opened, taken back or is not due yet is not opened', async ({ app }) => {
  const given = await giveLane(app, { groups: 4 })
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
  const given = await giveLane(app)
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
  const given = await giveLane(app, { groups: 1 })
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
    const given = await giveLane(app, { groups: 1 })
    const { ctx, accountId } = given
    const now = app.clock.now()
    const [turn] = await findDue(ctx, now, [
      { accountId, afterUser: '', users: 1, perUser: 1, alreadyRead: [], aheadMs: 0 },
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
      answeredAt: now,
      status: 'waiting',
      notBefore: after(now, seconds(40)),
      tries: 0,
      doubtful: false,
      code: 'slow_down',
      reason: outcome.reason,
      receipt: null,
    }
    const owner = { id: accountId, epoch: 1 }
    // The wait counts from the answer, even if the clock was set since.
    app.clock.set(after(now, hours(1)).toISOString())
    const answered = { outcome, credentials: 'token' }
    expect(await conclude(ctx, owner, turn!.due!, closing, answered)).toEqual([])
    expect(await rows(app)).toMatchObject([{ status: 'unconfirmed', attempt: 1 }])
    expect((await app.pool.query(asked)).rows).toEqual([{ until: after(now, seconds(40)) }])
  },
)

test('what says something else since a lane read it is not sent as it was read', async ({
  app,
}) => {
  const given = await giveLane(app)
  const before = { ...given, contentId: app.ctx.ids.next() }
  expect(await openAll(before, given.ids)).toEqual(new Set())
  expect(await openAll(given, given.ids)).toEqual(new Set(given.ids))
})

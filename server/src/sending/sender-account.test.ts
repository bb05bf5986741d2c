import { expect, test } from 'vitest'
import { openSending, owning } from '../../test/sending.ts'
import { channelOf, connectAccount, identifyToken, noteStatus } from '../accounts/actions.ts'
import { readOccurrence } from '../occurrences/actions.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'

test('trouble with receiving keeps nothing from being sent where sending needs no session', async () => {
  const { ctx, sandbox, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'reconnecting'))
  await startSending()
  const [id] = await plan(choir)
  await reached(id!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)
})

/** Channels whose sends need the session that receives. */
function inSession(channels: Context['channels']): Context['channels'] {
  return new Map(
    [...channels].map(([kind, channel]) => {
      const capabilities = { ...channel.capabilities, needsSessionToSend: true }
      return [kind, { ...channel, capabilities }]
    }),
  )
}

test('what is due while the connection is down is held, and goes out once it is back', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const status = (to: 'reconnecting' | 'connected') =>
    ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, to))
  await status('reconnecting')
  await startSending({ ctx: { channels: inSession(ctx.channels) } })
  const [id] = await plan(choir)
  app.clock.advance(seconds(5))
  await reached(id!, 'held')
  expect(await row(id!)).toMatchObject({ code: 'disconnected' })
  app.clock.advance(minutes(14))
  expect(await sandbox.ledger()).toEqual([])
  await status('connected')
  await reached(id!, 'sent')
})

test('what becomes due while its account is restricted says why in that moment', async () => {
  const { app, ctx, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const until = after(app.clock.now(), minutes(60))
  await ctx.transaction((tx) =>
    noteStatus(ctx, tx, choir.accountId, 'restricted', 'Restricted.', until),
  )
  const mine = await startSending({ ctx: { channels: inSession(ctx.channels) } })
  await owning(mine, 1)
  const [now] = await plan(choir, { catchUpMs: minutes(90) })
  await reached(now!, 'held')
  const due = after(app.clock.now(), 1_234)
  const [soon] = await plan(choir, { at: due })
  // Its lane hears of it before it is due, and waits for that.
  const next = () => {
    const at = app.clock.next()
    if (at && at < due) app.clock.moveTo(at)
    return at
  }
  await expect.poll(next, { timeout: seconds(20) }).toEqual(due)
  app.clock.moveTo(due)
  await reached(soon!, 'skipped')
  const shown = async (id: string) => {
    const { occurrence_id, reason } = (await row(id)) as { occurrence_id: string; reason: string }
    const { waiting } = await readOccurrence({ ...ctx, user: choir.user.user }, occurrence_id)
    return { reason, waiting }
  }
  expect(await shown(now!)).toMatchObject({
    reason: expect.stringMatching(/^Restricted\. It goes out after that/),
    waiting: { count: 1, until, code: 'restricted' },
  })
  expect(await row(soon!)).toMatchObject({
    code: 'late',
    reason: 'Restricted. It is not sent: by then its time has passed.',
  })
})

test('what its account may send only after its time is ended while the restriction lasts, what is in time waits', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const now = app.clock.now()
  const restrict = (until: Date) =>
    ctx.transaction((tx) =>
      noteStatus(ctx, tx, choir.accountId, 'restricted', 'Restricted.', until),
    )
  await restrict(after(now, minutes(20)))
  const mine = await startSending({ ctx: { channels: inSession(ctx.channels) } })
  await owning(mine, 1)
  const [inTime] = await plan(choir, { catchUpMs: minutes(30) })
  const [tooLate] = await plan(choir, { catchUpMs: minutes(15) })
  const [future] = await plan(choir, { at: after(now, minutes(10)), catchUpMs: minutes(5) })
  await reached(inTime!, 'held')
  await reached(tooLate!, 'skipped')
  expect(await row(future!)).toMatchObject({ status: 'queued' })
  // The network can make a restriction longer: what waited is then too late as well.
  await restrict(after(now, minutes(40)))
  await reached(inTime!, 'skipped')
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'connected'))
  app.clock.moveTo(after(now, minutes(10)))
  await reached(future!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('what is still held when its time is up is passed over as late', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached, row, told, hears } =
    await openSending()
  const choir = await posting()
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'reconnecting'))
  await startSending({ ctx: { channels: inSession(ctx.channels) } })
  const [id] = await plan(choir)
  app.clock.advance(seconds(5))
  await reached(id!, 'held')
  app.clock.advance(minutes(16))
  await reached(id!, 'skipped')
  expect(await row(id!)).toMatchObject({ code: 'late' })
  await hears({ status: 'skipped' })
  expect(told.at(-1)).toMatchObject({ status: 'skipped', reason: 'late' })
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'connected'))
  const [next] = await plan(choir)
  await reached(next!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)
})

test('a delivery that was missed while no server ran is never sent late', async () => {
  const { app, sandbox, posting, plan, startSending, reached } = await openSending()
  const choir = await posting()
  const [id] = await plan(choir)
  app.clock.advance(minutes(20))
  await startSending()
  await reached(id!, 'skipped')
  expect(await sandbox.ledger()).toEqual([])
})

test('a revoked token fails everything at once, with the way back', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting({ groups: 2 })
  await sandbox.revokeToken(sandbox.botId)
  await startSending()
  const later = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  const now = await plan(choir)
  await Promise.all([...now, ...later].map((id) => reached(id, 'failed')))
  expect(await row(later[0]!)).toMatchObject({
    code: 'unauthorized',
    reason: expect.stringMatching(/^Telegram .* Then send it again\.$/),
  })
  const { rows } = await app.pool.query('select status from accounts')
  expect(rows).toEqual([{ status: 'needs_pairing' }])
})

test('a refusal of the old token that comes after the new one was shown loses nothing: it is sent by the new one', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const channels: Context['channels'] = new Map(
    [...ctx.channels].map(([kind, channel]) => {
      const send: typeof channel.send = async (request) => {
        begun.resolve()
        await gate.promise
        return channel.send(request)
      }
      return [kind, { ...channel, send }]
    }),
  )
  await startSending({ ctx: { channels } })
  const [now] = await plan(choir)
  const [later] = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  await begun.promise
  const { token } = await sandbox.revokeToken(sandbox.botId)
  const telegram = channelOf(ctx, 'telegram-bot')
  const accepted = await identifyToken(ctx, telegram, token)
  await ctx.transaction((tx) =>
    // The wake-up is lost: the lane still has the old token.
    connectAccount(ctx, { ...tx, wake: async () => {} }, telegram.kind, accepted),
  )
  gate.resolve()
  await reached(now!, 'sent', 'failed')
  expect(await row(now!)).toMatchObject({ status: 'sent', code: null, reason: null })
  expect(await row(later!)).toMatchObject({ status: 'queued' })
  const { rows } = await app.pool.query('select status from accounts')
  expect(rows).toEqual([{ status: 'connected' }])
  expect(await sandbox.ledger()).toHaveLength(1)
})

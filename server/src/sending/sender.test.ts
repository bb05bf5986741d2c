import { expect, onTestFinished, test } from 'vitest'
import { openSending, owning, type Sending } from '../../test/sending.ts'
import { giveContent, giveGroups } from '../../test/posting.ts'
import { noteStatus } from '../accounts/actions.ts'
import { telegramBot } from '../channels/telegram-bot/channel.ts'
import { after, minutes, seconds, systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { skipPending } from '../deliveries/actions.ts'

async function open(options: Parameters<typeof openSending>[0] = {}): Promise<Sending> {
  const sending = await openSending(options)
  onTestFinished(() => sending.close())
  return sending
}

test('a delivery is sent when it is due, and not a moment before', async () => {
  const { app, sandbox, posting, plan, carry, reached, row, told, hears } = await open()
  const due = after(app.clock.now(), minutes(5))
  const choir = await posting()
  await carry()
  const [id] = await plan(choir, { at: due })
  app.clock.advance(minutes(5) - 1)
  expect(await sandbox.ledger()).toEqual([])

  app.clock.moveTo(due)
  await reached(id!, 'sent')
  expect(await sandbox.ledger()).toMatchObject([
    { chatId: String(choir.chatIds[0]), text: 'Rehearsal at seven.' },
  ])
  expect(await row(id!)).toMatchObject({
    status: 'sent',
    attempt: 1,
    code: null,
    sent_at: due,
    opened_at: due,
    receipt: { externalIds: [expect.any(String)] },
  })
  await hears({ status: 'done' })
  expect(told.at(-1)).toMatchObject({ status: 'done', total: 1, sent: 1 })
})

test('a flood wait is honored to the millisecond, holds for the chat, and costs no try', async () => {
  const { app, sandbox, posting, plan, carry, reached, row, attempts } = await open()
  const choir = await posting({ groups: 2 })
  await carry()
  await sandbox.chaos({
    chat: choir.chatIds[0]!,
    fault: 'flood',
    when: 'before',
    next: 1,
    amount: 7,
  })
  const began = app.clock.now()
  const [flooded, other] = await plan(choir)
  await Promise.all([reached(flooded!, 'waiting'), reached(other!, 'sent')])
  expect(await row(flooded!)).toMatchObject({
    not_before: after(began, seconds(7)),
    tries: 0,
    code: 'slow_down',
    reason: 'Telegram asked us to slow down.',
  })
  const { rows } = await app.pool.query('select blocked_until from groups where external_id = $1', [
    choir.chatIds[0],
  ])
  expect(rows).toEqual([{ blocked_until: after(began, seconds(7)) }])

  app.clock.advance(seconds(7) - 1)
  app.clock.advance(1)
  await reached(flooded!, 'sent')
  expect(await row(flooded!)).toMatchObject({ opened_at: after(began, seconds(7)), tries: 0 })
  expect(await attempts(flooded!)).toMatchObject([
    { number: 1, outcome: 'retry' },
    { number: 2, outcome: 'sent' },
  ])
})

test('a flood wait beyond the window is told at once: it would come too late', async () => {
  const { sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting()
  await carry()
  await sandbox.chaos({
    method: 'sendMessage',
    fault: 'flood',
    when: 'before',
    next: 1,
    amount: 3_000,
  })
  const [id] = await plan(choir)
  await reached(id!, 'skipped')
  expect(await row(id!)).toMatchObject({
    code: 'late',
    reason: 'Telegram asked us to slow down. It was not sent: its time had passed.',
  })
})

test.each(['before', 'after'] as const)(
  'an answer that is lost %s acceptance is unconfirmed, and never sent again by itself',
  async (when) => {
    const { app, sandbox, posting, plan, carry, reached, row, attempts, told, hears } = await open()
    const choir = await posting({ groups: 2 })
    await carry()
    await sandbox.chaos({ chat: choir.chatIds[0]!, fault: 'reset', when, next: 1 })
    const [id, marker] = await plan(choir)
    await Promise.all([reached(id!, 'unconfirmed'), reached(marker!, 'sent')])
    expect(await row(id!)).toMatchObject({
      code: 'unconfirmed',
      reason: 'Telegram did not answer. It may have been sent.',
    })
    await hears({ status: 'partly' })
    expect(told.at(-1)).toMatchObject({ status: 'partly', unconfirmed: 1, sent: 1 })

    app.clock.advance(minutes(60))
    const [later] = await plan({ ...choir, groupIds: choir.groupIds.slice(0, 1) })
    await reached(later!, 'sent')
    expect(await attempts(id!)).toMatchObject([{ number: 1, outcome: 'unconfirmed' }])
    expect(await sandbox.ledger({ chat: choir.chatIds[0]! })).toHaveLength(when === 'after' ? 2 : 1)
  },
)

test('who said beforehand to send again gets it again, a few times at most', async () => {
  const { app, sandbox, posting, plan, carry, reached, row, tried } = await open()
  const choir = await posting()
  await carry()
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'before', next: 9 })
  const [id] = await plan(choir, { onUnconfirmed: 'resend' })
  await reached(id!, 'waiting')
  app.clock.advance(minutes(1))
  await tried(id!, 2)
  expect(await row(id!)).toMatchObject({ tries: 2, status: 'waiting' })
  app.clock.advance(minutes(1))
  await reached(id!, 'unconfirmed')
  expect(await row(id!)).toMatchObject({ attempt: 3, status: 'unconfirmed' })
})

test('who said beforehand to take it as sent has it so, with a note', async () => {
  const { sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting()
  await carry()
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  const [id] = await plan(choir, { onUnconfirmed: 'assume_sent' })
  await reached(id!, 'sent')
  expect(await row(id!)).toMatchObject({
    code: 'assumed_sent',
    reason: 'Telegram did not answer. It is taken as sent, as you chose.',
  })
})

test('a lost group fails alone, and what was planned for it is passed over', async () => {
  const { app, sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting({ groups: 3 })
  const [lost, ...others] = choir.chatIds
  await sandbox.kick(lost!, { userId: sandbox.botId })
  const later = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  const now = await plan(choir)
  await carry()
  await Promise.all([
    reached(now[0]!, 'failed'),
    reached(now[1]!, 'sent'),
    reached(now[2]!, 'sent'),
  ])
  expect(await row(now[0]!)).toMatchObject({
    code: 'kicked',
    reason: 'The bot was removed from the group by an admin.',
  })
  await reached(later[0]!, 'skipped')
  expect(await row(later[0]!)).toMatchObject({ code: 'group_lost' })
  const { rows } = await app.pool.query('select external_id from groups where status = $1', [
    'lost',
  ])
  expect(rows).toEqual([{ external_id: String(lost) }])
  app.clock.advance(minutes(10))
  await Promise.all([reached(later[1]!, 'sent'), reached(later[2]!, 'sent')])
  const accepted = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(others.map((chat) => accepted.filter((one) => one === String(chat)).length)).toEqual([
    2, 2,
  ])
  expect(accepted).toHaveLength(4)
})

test('a group that moved gets its message at its new place at once', async () => {
  const { app, sandbox, posting, plan, carry, reached, attempts } = await open()
  const chat = await sandbox.addGroup({ title: 'Choir', type: 'group' })
  await sandbox.addBot({ chatId: chat.id })
  const choir = await posting()
  await app.pool.query('update groups set external_id = $1', [String(chat.id)])
  const moved = await sandbox.migrate(chat.id)
  await carry()
  const [id] = await plan(choir)
  await reached(id!, 'sent')
  expect(await attempts(id!)).toMatchObject([{ outcome: 'retarget' }, { outcome: 'sent' }])
  expect(await sandbox.ledger()).toMatchObject([{ chatId: String(moved.id) }])
})

test('trouble with receiving keeps nothing from being sent where sending needs no session', async () => {
  const { ctx, sandbox, posting, plan, carry, reached } = await open()
  const choir = await posting()
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'reconnecting'))
  await carry()
  const [id] = await plan(choir)
  await reached(id!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(1)
})

/** Channels whose sends need the session that receives. */
function inSession(channels: Context['channels']): Context['channels'] {
  return new Map(
    [...channels].map(([kind, channel]) => {
      const capabilities = { ...channel.capabilities, sendsInSession: true }
      return [kind, { ...channel, capabilities }]
    }),
  )
}

test('what is due while the connection is down is held, and goes out once it is back', async () => {
  const { app, ctx, sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting()
  const status = (to: 'reconnecting' | 'connected') =>
    ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, to))
  await status('reconnecting')
  await carry({ ctx: { channels: inSession(ctx.channels) } })
  const [id] = await plan(choir)
  app.clock.advance(seconds(5))
  await reached(id!, 'held')
  expect(await row(id!)).toMatchObject({ code: 'disconnected' })
  app.clock.advance(minutes(14))
  expect(await sandbox.ledger()).toEqual([])
  await status('connected')
  await reached(id!, 'sent')
})

test('what is still held when its time is up is passed over as late', async () => {
  const { app, ctx, sandbox, posting, plan, carry, reached, row, told, hears } = await open()
  const choir = await posting()
  await ctx.transaction((tx) => noteStatus(ctx, tx, choir.accountId, 'reconnecting'))
  await carry({ ctx: { channels: inSession(ctx.channels) } })
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
  const { app, sandbox, posting, plan, carry, reached } = await open()
  const choir = await posting()
  const [id] = await plan(choir)
  app.clock.advance(minutes(20))
  await carry()
  await reached(id!, 'skipped')
  expect(await sandbox.ledger()).toEqual([])
})

test('a revoked token fails everything at once, with the way back', async () => {
  const { app, sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting({ groups: 2 })
  await sandbox.revokeToken(sandbox.botId)
  await carry()
  const later = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  const now = await plan(choir)
  await Promise.all([...now, ...later].map((id) => reached(id, 'failed')))
  expect(await row(later[0]!)).toMatchObject({
    code: 'unauthorized',
    reason: 'The network no longer accepts this connection. Connect it again, then retry.',
  })
  const { rows } = await app.pool.query('select status from accounts')
  expect(rows).toEqual([{ status: 'needs_pairing' }])
})

test('a network that cannot be reached is tried again, later each time, until the time is up', async () => {
  const { app, ctx, posting, plan, carry, reached, row, attempts, tried } = await open()
  const choir = await posting()
  const nowhere = { ...ctx, apiRoot: 'http://127.0.0.1:9' }
  const channel = telegramBot(nowhere)
  app.atEnd(() => channel.close())
  await carry({ ctx: { channels: new Map([[channel.kind, channel]]) } })
  const began = app.clock.now()
  const [id] = await plan(choir)
  await reached(id!, 'waiting')
  expect(await row(id!)).toMatchObject({
    tries: 1,
    not_before: after(began, seconds(5)),
    code: 'unreachable',
    reason: 'Telegram cannot be reached.',
  })
  for (const [n, step] of [5, 30, 120, 600].entries()) {
    app.clock.advance(seconds(step))
    await tried(id!, n + 2)
    expect(await attempts(id!)).toHaveLength(n + 2)
  }
  // The last try comes just before its time is up.
  app.clock.moveTo((await row(id!))['not_before'] as Date)
  await reached(id!, 'failed')
  expect(await row(id!)).toMatchObject({
    code: 'unreachable',
    reason: 'Telegram cannot be reached. Tried 6 times until its time was up.',
  })
})

test('what goes through a channel that is not offered any more fails in words', async () => {
  const { app, posting, plan, carry, reached, row } = await open()
  const choir = await posting()
  const [id] = await plan(choir)
  const mine = await carry({ ctx: { channels: new Map() } })
  await owning(mine, 1)
  app.clock.advance(seconds(5))
  await reached(id!, 'failed')
  expect(await row(id!)).toMatchObject({
    code: 'unsupported',
    reason: 'This server does not offer this channel any more.',
  })
})

test('what is taken back before its time is not sent', async () => {
  const { app, ctx, sandbox, posting, plan, carry, reached } = await open()
  const choir = await posting({ groups: 2 })
  await carry()
  const at = after(app.clock.now(), minutes(1))
  const [back, sent] = await plan(choir, { at })
  await ctx.transaction((tx) => skipPending(ctx, tx, { ids: [back!] }, 'canceled'))
  app.clock.moveTo(at)
  await reached(sent!, 'sent')
  expect(await sandbox.ledger()).toMatchObject([{ chatId: String(choir.chatIds[1]) }])
})

test('who no longer owns the account sends nothing, whatever it believes', async () => {
  const { app, sandbox, posting, plan, carry, row } = await open()
  const choir = await posting()
  const mine = await carry()
  await owning(mine, 1)
  // Another process claimed it, and this one has not noticed.
  await app.pool.query('update accounts set epoch = epoch + 1')
  const [id] = await plan(choir)
  app.clock.advance(seconds(1))
  // It looked once at most now: a delivery of an account that it does own shows that it had the time.
  expect(await row(id!)).toMatchObject({ status: 'queued', attempt: 0 })
  expect(await sandbox.ledger()).toEqual([])
})

test('an answer that comes after somebody else has taken over changes nothing', async () => {
  const { app, sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting()
  await carry()
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', next: 1, amount: 300 })
  const [id] = await plan(choir)
  await reached(id!, 'sending')
  await app.pool.query(`update deliveries set status = 'unconfirmed', epoch = null`)
  await sandbox.waitForLedger(1)
  const [next] = await plan(choir)
  await reached(next!, 'sent')
  expect(await row(id!)).toMatchObject({ status: 'unconfirmed', attempt: 1 })
})

test('stopping lets what is on the wire end, and leaves the rest for the next', async () => {
  const { sandbox, posting, plan, carry, reached, row } = await open()
  const choir = await posting({ groups: 2 })
  const first = await carry()
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', next: 1, amount: 500 })
  const [flying] = await plan({ ...choir, groupIds: choir.groupIds.slice(0, 1) })
  await reached(flying!, 'sending')
  const closed = first.sender.close()
  const [left] = await plan({ ...choir, groupIds: choir.groupIds.slice(1) })
  await closed
  expect(await row(flying!)).toMatchObject({ status: 'sent' })
  expect(await row(left!)).toMatchObject({ status: 'queued' })
  await first.close()
  await carry()
  await reached(left!, 'sent')
  expect(await sandbox.ledger()).toHaveLength(2)
})

test('of two processes one takes over when the other’s connection is cut: nothing is lost, nothing twice', async () => {
  const { app, sandbox, posting, plan, carry, reached } = await open({
    now: new Date().toISOString(),
  })
  const choir = await posting({ groups: 40 })
  const clock = systemClock
  const one = await carry({ clock })
  await owning(one, 1)
  await carry({ clock })
  await sandbox.chaos({ method: 'sendMessage', fault: 'slow', when: 'after', rate: 1, amount: 30 })
  const ids = await plan(choir)
  await sandbox.waitForLedger(10)
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = 7261 and objid = $1 and granted`,
    [one.processId],
  )
  await Promise.all(ids.map((id) => reached(id, 'sent', 'unconfirmed')))
  const { rows } = await app.pool.query(
    `select d.status, g.external_id from deliveries d join groups g on g.id = d.group_id`,
  )
  const accepted = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(new Set(accepted).size).toBe(accepted.length)
  for (const { status, external_id: chat } of rows) {
    expect([chat, status === 'unconfirmed' || accepted.includes(chat)]).toEqual([chat, true])
  }
})

test('the users of one account send in turn', async () => {
  const { app, ctx, sandbox, posting, plan, carry, sent } = await open()
  const many = await posting({ groups: 12 })
  const user = await app.person({ tier: 'pro' })
  const chat = await sandbox.addGroup({ title: 'Quiz' })
  await sandbox.addBot({ chatId: chat.id })
  const chats = [String(chat.id)]
  const given = { user, accountId: many.accountId, channel: 'telegram-bot', chats }
  const groupIds = await giveGroups(app, given)
  const few = { ...many, user, groupIds, contentId: await giveContent(app, user) }
  const channel = ctx.channels.get('telegram-bot')!
  const pace = { ...channel.capabilities.pace, account: { perSecond: 1, burst: 1 } }
  const slow = { ...channel, capabilities: { ...channel.capabilities, pace } }
  const ids = [...(await plan(many)), ...(await plan(few))]
  await carry({ ctx: { channels: new Map([[channel.kind, slow]]) } })
  for (let n = 1; n <= ids.length; n++) {
    await sent(n)
    app.clock.advance(seconds(1))
  }
  const order = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(order.indexOf(String(chat.id))).toBeLessThan(2)
  expect(order).toHaveLength(13)
})

test('an account keeps the pace that is its own', async () => {
  const { app, ctx, posting, plan, carry, sent } = await open()
  const choir = await posting({ groups: 3 })
  await app.pool.query(`update accounts set traits = '{"slow": true}'`)
  const channel = ctx.channels.get('telegram-bot')!
  const { capabilities } = channel
  const pace = { ...capabilities.pace, account: { perSecond: 1, burst: 1 } }
  const capabilitiesOf: typeof channel.capabilitiesOf = ({ slow }) =>
    slow ? { ...capabilities, pace } : capabilities
  await plan(choir)
  await carry({ ctx: { channels: new Map([[channel.kind, { ...channel, capabilitiesOf }]]) } })
  for (let n = 1; n <= 3; n++) {
    await sent(n)
    app.clock.advance(seconds(1))
  }
  const { rows } = await app.pool.query('select distinct sent_at from deliveries')
  expect(rows).toHaveLength(3)
})

test('a user who comes while another has hundreds waiting keeps every second turn', async () => {
  const { app, ctx, sandbox, posting, plan, carry, sent } = await open()
  const many = await posting({ groups: 12 })
  const user = await app.person({ tier: 'pro' })
  const chats: string[] = []
  for (let n = 0; n < 40; n++) {
    const chat = await sandbox.addGroup({ title: `Quiz ${n}` })
    await sandbox.addBot({ chatId: chat.id })
    chats.push(String(chat.id))
  }
  const given = { user, accountId: many.accountId, channel: 'telegram-bot', chats }
  const groupIds = await giveGroups(app, given)
  const few = { ...many, user, groupIds, contentId: await giveContent(app, user) }
  const channel = ctx.channels.get('telegram-bot')!
  const unlimited = { perSecond: Infinity, burst: Infinity }
  const account = { perSecond: 20, burst: 20 }
  const pace = { account, chat: unlimited, groupPerMinute: Infinity, inFlight: 1 }
  const quick = { ...channel, capabilities: { ...channel.capabilities, pace } }
  for (let n = 0; n < 16; n++) await plan(many)
  await carry({ ctx: { channels: new Map([[channel.kind, quick]]) } })
  await sent(20)
  await plan(few)
  for (const n of [40, 60, 80, 100]) {
    app.clock.advance(seconds(1))
    await sent(n)
  }
  const order = (await sandbox.ledger()).map(({ chatId }) => chatId)
  const theirs = order.filter((one) => chats.includes(one))
  expect(theirs.length).toBeGreaterThan(35)
})

test('a burst keeps to Telegram’s pace, and all of it arrives', async () => {
  const { sandbox, posting, plan, carry, reached } = await open({
    now: new Date().toISOString(),
    sandbox: { limits: 'telegram' },
  })
  const choir = await posting({ groups: 45 })
  const ids = await plan(choir)
  await carry({ clock: systemClock })
  await Promise.all(ids.map((id) => reached(id, 'sent')))
  expect(await sandbox.judge()).toMatchObject({ rateViolations: [], duplicates: [] })
})

import { expect, test } from 'vitest'
import { openSending, owning } from '../../test/sending.ts'
import { telegramBot } from '../channels/telegram-bot/channel.ts'
import { after, minutes, seconds } from '../platform/clock.ts'
import { skipPending } from '../deliveries/actions.ts'

test('a delivery is sent when it is due, and not a moment before', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row, told, hears } =
    await openSending()
  const due = after(app.clock.now(), minutes(5))
  const choir = await posting()
  await startSending()
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

test('who asks for a turn before the lane is open gets one, and needs no second look', async () => {
  const { posting, startSending } = await openSending()
  const { accountId } = await posting()
  const { sender } = await startSending()
  const leaving = new AbortController()
  const asked = sender.turn('0197a000-0000-7000-8000-000000000000', leaving.signal)
  const turn = await sender.turn(accountId, leaving.signal)
  expect(turn).toBeDefined()
  turn?.end(false)
  leaving.abort()
  expect(await asked).toBeUndefined()
})

test('a flood wait is honored to the millisecond, holds for the chat, and costs no try', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row, attempts } = await openSending()
  const choir = await posting({ groups: 2 })
  await startSending()
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
  const { sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  await startSending()
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
    const { app, sandbox, posting, plan, startSending, reached, row, attempts, told, hears } =
      await openSending()
    const choir = await posting({ groups: 2 })
    await startSending()
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
  const { app, sandbox, posting, plan, startSending, reached, row, tried } = await openSending()
  const choir = await posting()
  await startSending()
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
  const { sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  await startSending()
  await sandbox.chaos({ method: 'sendMessage', fault: 'reset', when: 'after', next: 1 })
  const [id] = await plan(choir, { onUnconfirmed: 'assume_sent' })
  await reached(id!, 'sent')
  expect(await row(id!)).toMatchObject({
    code: 'assumed_sent',
    reason: 'Telegram did not answer. It is taken as sent, as you chose.',
  })
})

test('a lost group fails alone, and what was planned for it is passed over', async () => {
  const { app, sandbox, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting({ groups: 3 })
  const [lost, ...others] = choir.chatIds
  await sandbox.kick(lost!, { userId: sandbox.botId })
  const later = await plan(choir, { at: after(app.clock.now(), minutes(10)) })
  const now = await plan(choir)
  await startSending()
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
  const { app, sandbox, posting, plan, startSending, reached, attempts } = await openSending()
  const chat = await sandbox.addGroup({ title: 'Choir', type: 'group' })
  await sandbox.addBot({ chatId: chat.id })
  const choir = await posting()
  await app.pool.query('update groups set external_id = $1', [String(chat.id)])
  const moved = await sandbox.migrate(chat.id)
  await startSending()
  const [id] = await plan(choir)
  await reached(id!, 'sent')
  expect(await attempts(id!)).toMatchObject([{ outcome: 'retarget' }, { outcome: 'sent' }])
  expect(await sandbox.ledger()).toMatchObject([{ chatId: String(moved.id) }])
})

test('a network that cannot be reached is tried again, later each time, until the time is up', async () => {
  const { app, ctx, posting, plan, startSending, reached, row, attempts, tried } =
    await openSending()
  const choir = await posting()
  const nowhere = { ...ctx, apiRoot: 'http://127.0.0.1:9' }
  const channel = telegramBot(nowhere)
  app.atEnd(() => channel.close())
  await startSending({ ctx: { channels: new Map([[channel.kind, channel]]) } })
  const began = app.clock.now()
  const [id] = await plan(choir)
  await reached(id!, 'waiting')
  expect(await row(id!)).toMatchObject({
    tries: 1,
    not_before: after(began, seconds(5)),
    code: 'unreachable',
    reason: 'Telegram cannot be reached.',
  })
  for (const [n, step] of [5, 30, 30].entries()) {
    app.clock.advance(seconds(step))
    await tried(id!, n + 2)
    expect(await attempts(id!)).toHaveLength(n + 2)
  }
  // The last try comes just before its time is up.
  const { expires_at: expiresAt } = await row(id!)
  app.clock.moveTo(after(expiresAt as Date, -seconds(40)))
  await tried(id!, 5)
  app.clock.moveTo((await row(id!))['not_before'] as Date)
  await reached(id!, 'failed')
  expect(await row(id!)).toMatchObject({
    code: 'unreachable',
    reason: 'Telegram cannot be reached. Tried 6 times until its time was up.',
  })
})

test('what goes through a channel that is not offered any more fails in words', async () => {
  const { app, posting, plan, startSending, reached, row } = await openSending()
  const choir = await posting()
  const [id] = await plan(choir)
  const mine = await startSending({ ctx: { channels: new Map() } })
  await owning(mine, 1)
  app.clock.advance(seconds(5))
  await reached(id!, 'failed')
  expect(await row(id!)).toMatchObject({
    code: 'unsupported',
    reason: 'This server does not offer this channel any more.',
  })
})

test('what is taken back before its time is not sent', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, reached } = await openSending()
  const choir = await posting({ groups: 2 })
  await startSending()
  const at = after(app.clock.now(), minutes(1))
  const [back, sent] = await plan(choir, { at })
  await ctx.transaction((tx) => skipPending(ctx, tx, { ids: [back!] }, 'canceled'))
  app.clock.moveTo(at)
  await reached(sent!, 'sent')
  expect(await sandbox.ledger()).toMatchObject([{ chatId: String(choir.chatIds[1]) }])
})

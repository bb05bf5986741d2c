import { expect, test } from 'vitest'
import { openSending } from '../../test/sending.ts'
import { giveContent, giveGroups } from '../../test/posting.ts'
import { seconds, systemClock } from '../platform/clock.ts'

test('the users of one account send in turn', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, sent } = await openSending()
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
  await startSending({ ctx: { channels: new Map([[channel.kind, slow]]) } })
  for (let n = 1; n <= ids.length; n++) {
    await sent(n)
    app.clock.advance(seconds(1))
  }
  const order = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(order.indexOf(String(chat.id))).toBeLessThan(2)
  expect(order).toHaveLength(13)
})

test('an account keeps the pace that is its own', async () => {
  const { app, ctx, posting, plan, startSending, sent } = await openSending()
  const choir = await posting({ groups: 3 })
  await app.pool.query(`update accounts set traits = '{"slow": true}'`)
  const channel = ctx.channels.get('telegram-bot')!
  const { capabilities } = channel
  const pace = { ...capabilities.pace, account: { perSecond: 1, burst: 1 } }
  const capabilitiesOf: typeof channel.capabilitiesOf = ({ slow }) =>
    slow ? { ...capabilities, pace } : capabilities
  await plan(choir)
  await startSending({
    ctx: { channels: new Map([[channel.kind, { ...channel, capabilitiesOf }]]) },
  })
  for (let n = 1; n <= 3; n++) {
    await sent(n)
    app.clock.advance(seconds(1))
  }
  const { rows } = await app.pool.query('select distinct sent_at from deliveries')
  expect(rows).toHaveLength(3)
})

test('a user who comes while another has hundreds waiting keeps every second turn', async () => {
  const { app, ctx, sandbox, posting, plan, startSending, sent } = await openSending()
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
  await startSending({ ctx: { channels: new Map([[channel.kind, quick]]) } })
  await sent(20)
  await plan(few)
  for (const n of [40, 60, 80, 100]) {
    app.clock.advance(seconds(1))
    await sent(n)
  }
  const order = (await sandbox.ledger()).map(({ chatId }) => chatId)
  const isTheirs = (one: string) => chats.includes(one)
  const begun = order.findIndex(isTheirs)
  // What was read before they came goes first, and here a second passes as fast as the lane is told of them. From their
  // first one on it is every second, but for one or two at each second that passes, when both wait to be read.
  expect(begun).toBeLessThan(60)
  const turns = Math.min(40, Math.floor((order.length - begun) / 2))
  expect(order.slice(begun).filter(isTheirs).length).toBeGreaterThanOrEqual(turns - 8)
})

test('a burst keeps to Telegram’s pace, and all of it arrives', async () => {
  const { sandbox, posting, plan, startSending, reached } = await openSending({
    now: new Date().toISOString(),
    sandbox: { limits: 'telegram' },
  })
  const choir = await posting({ groups: 45 })
  const ids = await plan(choir)
  await startSending({ clock: systemClock })
  await Promise.all(ids.map((id) => reached(id, 'sent')))
  expect(await sandbox.judge()).toMatchObject({ rateViolations: [], duplicates: [] })
})

import { expect, test, vi } from 'vitest'
import { openSending } from '../../test/sending.ts'
import { getConnection } from '../connections/actions.ts'
import { linkToOwnChat } from '../connections/own-chats.ts'
import { readDelivery, retryDelivery } from '../deliveries/api.ts'
import { handleChatEvent } from '../groups/events.ts'
import { minutes, seconds } from '../platform/clock.ts'
import { sendTestToOneself } from './test-message.ts'

test('a test to oneself goes through the lane like all else; a bot that was stopped says what to do', async () => {
  const sending = await openSending()
  const { app, sandbox, ctx } = sending
  const { user, accountId } = await sending.posting()
  const { rows } = await app.pool.query<{ id: string }>('select id from connections')
  const { id } = rows[0]!
  const chat = await sandbox.startBot({})
  const { url } = await linkToOwnChat(user, id)
  const code = new URL(url).searchParams.get('start')!
  const own = { externalId: '7100000001', name: 'Ida' }
  await handleChatEvent(ctx, accountId, { kind: 'ownChat', code, ...own })
  expect(await getConnection(user, id)).toMatchObject({ ownChatName: 'Ida', groupCount: 1 })

  await sending.startSending()
  const content = { kind: 'text' as const, text: 'For *{{group}}* at {{time}}' }
  // The time is that of the message that is tried; for their user it is 10:00.
  const first = await sendTestToOneself(user, id, { content, timeZone: 'Asia/Tokyo' })
  await sending.reached(first.deliveryId, 'sent')
  const messages = await sandbox.messages(chat.id)
  expect(messages.at(-1)).toMatchObject({
    from: sandbox.botId,
    content: { text: 'For Ida at 17:00', entities: [{ type: 'bold' }] },
  })
  expect(await sending.row(first.deliveryId)).toMatchObject({
    receipt: { chatId: own.externalId, externalIds: [expect.any(String)] },
  })

  await sandbox.stopBot(chat.id)
  const second = await sendTestToOneself(user, id, { content })
  await sending.reached(second.deliveryId, 'failed')
  expect(await sending.row(second.deliveryId)).toMatchObject({ reason: 'The bot was blocked.' })
  expect(await getConnection(user, id)).toMatchObject({ ownChatName: null })
  await expect(sendTestToOneself(user, id, { content })).rejects.toMatchObject({ code: 'conflict' })
  await expect(retryDelivery(user, second.deliveryId)).rejects.toMatchObject({
    code: 'conflict',
    message: 'That chat takes no more tests.',
  })
  const bell = await app.pool.query('select title from notifications')
  expect(bell.rows).toEqual([])
})

test('follow-ups of a test whose private chat has ended are not done, say so, and make no notification', async () => {
  const sending = await openSending()
  const { app, sandbox, ctx } = sending
  const { user, accountId } = await sending.posting()
  const { rows } = await app.pool.query<{ id: string }>('select id from connections')
  const { id } = rows[0]!
  const own = await sandbox.startBot({})
  const { url } = await linkToOwnChat(user, id)
  const code = new URL(url).searchParams.get('start')!
  const externalId = String(own.id)
  await handleChatEvent(ctx, accountId, { kind: 'ownChat', code, externalId, name: 'Ida' })
  await sending.startSending()
  const options = { deleteAfterMinutes: 10 }
  const { deliveryId } = await sendTestToOneself(user, id, {
    content: { kind: 'text', text: 'Soon', options },
  })
  await sending.reached(deliveryId, 'sent')
  await handleChatEvent(ctx, accountId, { kind: 'ownChatEnded', externalId, how: 'stopped' })
  app.clock.advance(minutes(10))
  const reason = async () => (await readDelivery(user, deliveryId)).followUps[0]!.reason
  await vi.waitUntil(reason, 20_000)
  expect(await reason()).toBe('That chat takes no more tests.')
  app.clock.advance(minutes(10))
  await app.runJobs()
  const bell = await app.pool.query('select title from notifications')
  expect(bell.rows).toEqual([])
})

test.for(['they send /stop', 'they begin another chat'] as const)(
  'a test that waits for its turn goes nowhere once %s, and says so',
  async (ending) => {
    const sending = await openSending()
    const { app, sandbox, ctx } = sending
    const { user, accountId } = await sending.posting()
    const { rows } = await app.pool.query<{ id: string }>('select id from connections')
    const { id } = rows[0]!
    const begin = async (externalId: string, name: string) => {
      const { url } = await linkToOwnChat(user, id)
      const code = new URL(url).searchParams.get('start')!
      await handleChatEvent(ctx, accountId, { kind: 'ownChat', code, externalId, name })
    }
    const eve = await sandbox.createUser({ firstName: 'Eve' })
    const own = await sandbox.startBot({})
    const other = await sandbox.startBot({ personId: eve.id })
    await begin(String(own.id), 'Ida')

    await sandbox.chaos({ chat: own.id, fault: 'flood', when: 'before', next: 1, amount: 7 })
    await sending.startSending()
    const { deliveryId } = await sendTestToOneself(user, id, {
      content: { kind: 'text', text: 'Only for me' },
    })
    await sending.reached(deliveryId, 'waiting')
    if (ending === 'they send /stop') {
      const ended = { kind: 'ownChatEnded', externalId: String(own.id), how: 'stopped' } as const
      await handleChatEvent(ctx, accountId, ended)
    }
    await begin(String(other.id), 'Eve')
    app.clock.advance(seconds(7))
    await sending.reached(deliveryId, 'skipped')
    expect(await sending.row(deliveryId)).toMatchObject({
      code: 'own_chat_ended',
      reason: 'It was not sent: that chat takes no more tests.',
    })
    await expect(retryDelivery(user, deliveryId)).rejects.toMatchObject({ code: 'conflict' })
    const said = (await sandbox.ledger()).map(({ text }) => text)
    expect(said.filter((text) => text.includes('Only for me'))).toEqual([])
  },
)

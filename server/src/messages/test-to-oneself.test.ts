import { expect, test } from 'vitest'
import { openSending } from '../../test/sending.ts'
import { getConnection } from '../connections/actions.ts'
import { linkToOwnChat } from '../connections/own-chats.ts'
import { handleChatEvent } from '../groups/events.ts'
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
  const content = { kind: 'text' as const, text: 'For *{{group}}*' }
  const first = await sendTestToOneself(user, id, content)
  await sending.reached(first.deliveryId, 'sent')
  const messages = await sandbox.messages(chat.id)
  expect(messages.at(-1)).toMatchObject({
    from: sandbox.botId,
    content: { text: 'For Ida', entities: [{ type: 'bold' }] },
  })
  expect(await sending.row(first.deliveryId)).toMatchObject({
    receipt: { chatId: own.externalId, externalIds: [expect.any(String)] },
  })

  await sandbox.stopBot(chat.id)
  const second = await sendTestToOneself(user, id, content)
  await sending.reached(second.deliveryId, 'failed')
  expect(await sending.row(second.deliveryId)).toMatchObject({ reason: 'The bot was blocked.' })
  expect(await getConnection(user, id)).toMatchObject({ ownChatName: null })
  await expect(sendTestToOneself(user, id, content)).rejects.toMatchObject({ code: 'conflict' })
  const bell = await app.pool.query('select title from notifications')
  expect(bell.rows).toEqual([])
})

import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { Api } from 'grammy'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../testing.ts'

test('a long poll is held until something happens, and hears all of it in order', async () => {
  const { sandbox, api, chatId } = await start()
  const held = api.getUpdates({ timeout: 30 })
  await sandbox.addBot({ chatId, startPayload: 'abc' })
  const first = await held
  const rest = await api.getUpdates({ offset: (first.at(-1)?.update_id ?? 0) + 1, timeout: 0 })
  expect([...first, ...rest]).toMatchObject([
    {
      my_chat_member: {
        from: { first_name: 'You' },
        old_chat_member: { status: 'left' },
        new_chat_member: { status: 'member', user: { id: sandbox.botId } },
      },
    },
    { message: { new_chat_members: [{ id: sandbox.botId }] } },
    {
      message: {
        text: `/start@${sandbox.botUsername} abc`,
        from: { first_name: 'You' },
        entities: [{ type: 'bot_command', offset: 0 }],
      },
    },
  ])
})

test('what happens to a group reaches the bot in it', async () => {
  const { sandbox, api } = await start()
  const group = await sandbox.addGroup({ title: 'Street', type: 'group' })
  await sandbox.addBot({ chatId: group.id })
  await sandbox.rename(group.id, 'Our street')
  const { id: newId } = await sandbox.migrate(group.id)
  await sandbox.kick(newId, { userId: sandbox.botId })

  const updates = await api.getUpdates()
  const news = updates.map((update) => update.message ?? update.my_chat_member)
  expect(news.slice(2)).toMatchObject([
    { chat: { id: group.id }, new_chat_title: 'Our street' },
    { chat: { id: group.id }, migrate_to_chat_id: newId },
    { chat: { id: newId }, migrate_from_chat_id: group.id },
    { chat: { id: newId }, new_chat_member: { status: 'kicked' } },
  ])
})

test('topics are learned from their service messages', async () => {
  const { sandbox, api } = await start()
  const { id } = await sandbox.addGroup({ title: 'Makers', type: 'forum' })
  await sandbox.addBot({ chatId: id })
  const { topicId } = await sandbox.topic(id, { create: 'News' })
  await sandbox.topic(id, { topicId, name: 'Old news' })
  await sandbox.topic(id, { topicId, closed: true })
  await sandbox.topic(id, { topicId, closed: false })
  const messages = (await api.getUpdates()).slice(2).map(({ message }) => message)
  expect(messages).toMatchObject([
    { message_thread_id: topicId, forum_topic_created: { name: 'News' } },
    { message_thread_id: topicId, forum_topic_edited: { name: 'Old news' } },
    { message_thread_id: topicId, forum_topic_closed: {} },
    { message_thread_id: topicId, forum_topic_reopened: {} },
  ])
})

test('with privacy on, a bot hears commands to it but no chatter, unless it is an admin', async () => {
  const { sandbox, api, chatId } = await start()
  await sandbox.addBot({ chatId })
  await sandbox.say(chatId, { text: 'just chatting' })
  await sandbox.say(chatId, { text: `/stop@${sandbox.botUsername}` })
  await sandbox.say(chatId, { text: '/stop@another_bot' })
  await sandbox.promote(chatId, { userId: sandbox.botId })
  await sandbox.say(chatId, { text: 'now you hear me' })
  const texts = (await api.getUpdates()).flatMap(({ message }) => message?.text ?? [])
  expect(texts).toEqual([`/stop@${sandbox.botUsername}`, 'now you hear me'])
})

test('a second poll ends the first with a conflict', async () => {
  const { api } = await start()
  const first = api.getUpdates({ timeout: 30 }).catch((error: unknown) => error)
  const second = api.getUpdates({ timeout: 30 }).catch((error: unknown) => error)
  expect(await Promise.race([first, second])).toMatchObject({
    error_code: 409,
    description:
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  })
})

test('updates confirmed by an offset are gone; others wait a day', async () => {
  const { sandbox, api, chatId } = await start()
  await sandbox.addBot({ chatId, startPayload: 'abc' })
  const [first, second] = await api.getUpdates()
  const later = await api.getUpdates({ offset: (first?.update_id ?? 0) + 1 })
  expect(later[0]).toEqual(second)
  await sandbox.advance(25 * 3600_000)
  expect(await api.getWebhookInfo()).toMatchObject({ pending_update_count: 0 })
})

test('a webhook gets what happens, with its secret, again until it says yes', async () => {
  const { sandbox, api, chatId } = await start()
  const seen: { headers: IncomingHttpHeaders; body: { update_id: number } }[] = []
  const all = Promise.withResolvers<void>()
  const hook = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(seen.length === 1 ? 500 : 200).end()
      if (seen.length === 4) all.resolve()
    })
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  onTestFinished(() => void hook.close())
  const address = hook.address()
  const port = typeof address === 'object' ? address?.port : 0

  const poll = api.getUpdates({ timeout: 30 }).catch((error: unknown) => error)
  await api.setWebhook(`http://127.0.0.1:${port}/hook`, { secret_token: 'only-we-know' })
  expect(await poll).toMatchObject({ description: 'Conflict: terminated by setWebhook request' })
  await sandbox.addBot({ chatId, startPayload: 'abc' })
  await all.promise

  const ids = seen.map(({ body }) => body.update_id)
  expect(ids).toEqual([ids[0], ids[0], (ids[0] ?? 0) + 1, (ids[0] ?? 0) + 2])
  expect(seen[0]?.headers['x-telegram-bot-api-secret-token']).toBe('only-we-know')
  expect(await api.getWebhookInfo()).toMatchObject({
    last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
    max_connections: 40,
  })
  await api.deleteWebhook()
  expect(await api.getUpdates({ offset: 1 })).toEqual([])
})

test('polling beside a webhook is a conflict, and so are wrong webhooks', async () => {
  const { api } = await start()
  await expect(api.setWebhook('http://example.com/hook')).rejects.toThrow(
    'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
  )
  await api.deleteWebhook()
  const { api: other } = await start()
  await other.setWebhook('http://127.0.0.1:9/hook', { secret_token: 'x' })
  await expect(other.setWebhook('http://127.0.0.1:9/other')).rejects.toThrow(
    'Too Many Requests: retry after 1',
  )
  await expect(other.getUpdates()).rejects.toThrow(
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  )
})

async function start() {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.stop())
  const { id: chatId } = await sandbox.addGroup({ title: 'Choir' })
  return { sandbox, chatId, api: new Api(sandbox.botToken, { apiRoot: sandbox.botApiRoot }) }
}

import { expect, test } from 'vitest'
import { answerOf, openRefusals, type Case } from './refusal-fixture.ts'

const { sandbox, group, kicked, left, withTopic, call, answerTo } = openRefusals()

// Texts: the Bot API server's Client.cpp (7 May 2026) and TDLib; those in capitals are Telegram's own.
const cases: Case[] = [
  {
    situation: 'a chat that the bot never saw',
    given: async () => -1009999999999,
    status: 400,
    says: 'Bad Request: chat not found',
  },
  {
    situation: 'no chat at all',
    given: group,
    send: { chat_id: '' },
    status: 400,
    says: 'Bad Request: chat_id is empty',
  },
  {
    situation: 'a name nobody has',
    given: group,
    send: { chat_id: '@nobody_here' },
    status: 400,
    says: 'Bad Request: chat not found',
  },
  {
    situation: 'kicked from a supergroup',
    given: async () => kicked(await group()),
    status: 403,
    says: 'Forbidden: bot was kicked from the supergroup chat',
  },
  {
    situation: 'kicked from a basic group',
    given: async () => kicked(await group('group')),
    status: 403,
    says: 'Forbidden: bot was kicked from the group chat',
  },
  {
    situation: 'kicked from a channel',
    given: async () => kicked(await group('channel')),
    status: 403,
    says: 'Forbidden: bot was kicked from the channel chat',
  },
  {
    situation: 'left a supergroup',
    given: async () => left(await group()),
    status: 403,
    says: 'Forbidden: bot is not a member of the supergroup chat',
  },
  {
    situation: 'left a basic group',
    given: async () => left(await group('group')),
    status: 403,
    says: 'Forbidden: bot is not a member of the group chat',
  },
  {
    situation: 'left a channel',
    given: async () => left(await group('channel')),
    status: 403,
    says: 'Forbidden: bot is not a member of the channel chat',
  },
  {
    situation: 'a deleted basic group',
    given: async () => (await sandbox().settings(await group('group'), { deleted: true })).id,
    status: 403,
    says: 'Forbidden: the group chat was deleted',
  },
  {
    situation: 'nobody but admins may write',
    given: async () => (await sandbox().settings(await group(), { membersMayWrite: false })).id,
    status: 400,
    says: 'Bad Request: not enough rights to send text messages to the chat',
  },
  {
    situation: 'the bot may not write',
    given: async () => (await sandbox().restrict(await group(), { userId: sandbox().botId })).id,
    status: 400,
    says: 'Bad Request: not enough rights to send text messages to the chat',
  },
  {
    situation: 'no right to post in a channel',
    given: async () =>
      (
        await sandbox().promote(await group('channel'), {
          userId: sandbox().botId,
          rights: { can_edit_messages: true },
        })
      ).id,
    status: 400,
    says: 'Bad Request: need administrator rights in the channel chat',
  },
  {
    situation: 'a closed topic',
    given: () => withTopic({ closed: true }),
    status: 400,
    says: 'Bad Request: TOPIC_CLOSED',
  },
  {
    situation: 'a deleted topic',
    given: () => withTopic({ deleted: true }),
    status: 400,
    says: 'Bad Request: TOPIC_DELETED',
  },
  {
    situation: 'General by its number',
    given: () => group('forum'),
    send: { message_thread_id: 1 },
    status: 400,
    says: 'Bad Request: message thread not found',
  },
  {
    situation: 'a topic that never was',
    given: () => group('forum'),
    send: { message_thread_id: 999 },
    status: 400,
    says: 'Bad Request: message thread not found',
  },
]

test.each(cases)('$situation', async (one) => {
  const { status, says } = one
  expect(await answerTo(one)).toEqual({
    status,
    answer: { ok: false, error_code: status, description: says },
  })
})

test('a group that became a supergroup names its new id', async () => {
  const old = await group('group')
  const { id } = await sandbox().migrate(old)
  const { answer } = await call('sendMessage', { chat_id: old, text: 'Hello' })
  expect(answer).toEqual({
    ok: false,
    error_code: 400,
    description: 'Bad Request: group chat was upgraded to a supergroup chat',
    parameters: { migrate_to_chat_id: id },
  })
  expect((await call('sendMessage', { chat_id: id, text: 'Hello' })).answer).toMatchObject({
    ok: true,
  })
})

test('bad tokens are answered as the public server does', async () => {
  const ask = async (path: string) => {
    const response = await fetch(sandbox().botApiRoot + path)
    return [response.status, (await answerOf(response)).description]
  }
  expect(await ask('/bot123/getMe')).toEqual([404, 'Not Found'])
  expect(await ask('/getMe')).toEqual([404, 'Not Found'])
  expect(await ask(`/bot1:${'A'.repeat(35)}/getMe`)).toEqual([401, 'Unauthorized'])
  expect(await ask(`/bot${sandbox().botToken}/GETME`)).toEqual([200, undefined])

  const bot = await sandbox().createBot()
  expect((await ask(`/bot${bot.token}/getMe`))[0]).toBe(200)
  await sandbox().revokeToken(bot.id)
  expect(await ask(`/bot${bot.token}/getMe`)).toEqual([401, 'Unauthorized'])
})

import { Api } from 'grammy'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox, type SandboxOptions } from '../testing.ts'

test('a bot that was added to a group posts in it, and the ledger has it', async () => {
  const { sandbox, api } = await start()
  const group = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: group.id, startPayload: 'abc' })

  const sent = await api.sendMessage(group.id, 'Hello all', {
    entities: [{ type: 'bold', offset: 0, length: 5 }],
  })

  expect(sent).toMatchObject({ text: 'Hello all', chat: { id: group.id, type: 'supergroup' } })
  const [entry] = await sandbox.waitForLedger(1)
  expect(entry).toMatchObject({
    messageId: sent.message_id,
    text: 'Hello all',
    botId: sandbox.botId,
  })
  expect((await sandbox.judge()).violations.total).toBe(0)
})

test('adding the bot with a code reaches it as my_chat_member, a service message and /start', async () => {
  const { sandbox, api } = await start()
  const group = await sandbox.addGroup({ title: 'Choir' })
  const polled = api.getUpdates({ timeout: 20 })
  await sandbox.addBot({ chatId: group.id, startPayload: 'abc' })
  await polled
  const updates = await api.getUpdates({ offset: -3 })
  expect(updates).toMatchObject([
    { my_chat_member: { new_chat_member: { status: 'member' }, from: { first_name: 'You' } } },
    { message: { new_chat_members: [{ id: sandbox.botId }] } },
    { message: { text: `/start@${sandbox.botUsername} abc`, from: { first_name: 'You' } } },
  ])
})

async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.stop())
  return { sandbox, api: new Api(sandbox.botToken, { apiRoot: sandbox.botApiRoot }) }
}

import { expect, test } from 'vitest'
import { openSending } from '../../test/sending.ts'
import { after, minutes } from '../platform/clock.ts'

/** A group that has become a supergroup, which its user has chosen as another group meanwhile. */
async function open() {
  const sending = await openSending()
  const { app, sandbox, posting } = sending
  const chat = await sandbox.addGroup({ title: 'Choir', type: 'group' })
  await sandbox.addBot({ chatId: chat.id })
  const choir = await posting({ groups: 2 })
  const moved = await sandbox.migrate(chat.id)
  const [before, there] = choir.groupIds
  const put = 'update groups set external_id = $2 where id = $1'
  await app.pool.query(put, [before, String(chat.id)])
  await app.pool.query(put, [there, String(moved.id)])
  return { ...sending, choir, chat, moved, before: before!, there: there! }
}

test.for(['the one before it moved', 'the one it has become'] as const)(
  'a chat that was chosen twice gets a message once when %s answers last',
  async (last) => {
    const { sandbox, choir, chat, moved, plan, startSending, ended, row } = await open()
    const slow = last === 'the one before it moved' ? chat.id : moved.id
    await sandbox.chaos({ chat: slow, fault: 'slow', when: 'before', next: 1, amount: 300 })
    await startSending()
    const [before, there] = await plan(choir)
    await ended(2)
    expect(await sandbox.ledger()).toMatchObject([{ chatId: String(moved.id) }])
    expect(await row(there!)).toMatchObject({ status: 'sent' })
    expect(await row(before!)).toMatchObject({
      status: 'skipped',
      code: 'same_chat',
      reason: 'It was not sent: the same chat has it by another of your groups.',
    })
  },
)

test('what was planned for a chat that turns out to be another group is sent, once', async () => {
  const { app, sandbox, choir, before, there, moved, plan, startSending, sent, ended, row } =
    await open()
  const at = after(app.clock.now(), minutes(10))
  const toBoth = await plan(choir, { at })
  const [toOne] = await plan({ ...choir, groupIds: [there] }, { at })
  await startSending()
  await plan({ ...choir, groupIds: [before] })
  await sent(1)
  app.clock.moveTo(at)
  await ended(4)
  const reached = (await sandbox.ledger()).map(({ chatId }) => chatId)
  expect(reached).toEqual(Array(3).fill(String(moved.id)))
  expect(await row(toBoth[0]!)).toMatchObject({ status: 'sent' })
  expect(await row(toBoth[1]!)).toMatchObject({ status: 'skipped', code: 'same_chat' })
  expect(await row(toOne!)).toMatchObject({ status: 'sent', group_id: before })
})

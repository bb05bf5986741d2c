import { expect, test } from '../../test/test-app.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting } from '../../test/posting.ts'
import { migrateGroup } from '../groups/actions.ts'
import { createMessage, readMessage, sendMessageNow } from './actions.ts'
import { deleteMessage, restoreMessage } from './deletion.ts'

test('a message goes on to a chat that turns out to be another group of its user', async ({
  app,
}) => {
  const chats = ['-4001', '-100999', '-100888']
  const { user, accountId, groupIds } = await createPosting(app, { chats })
  const [before, there, other] = groupIds
  const make = (ids: (string | undefined)[]) =>
    createMessage(user, messageInput(ids.map(String), { status: 'draft' }))
  const [one, both] = [await make([there, other]), await make([there, before])]
  await app.ctx.transaction((tx) => migrateGroup(app.ctx, tx, accountId, chats[0]!, chats[1]!))
  const groupsOf = async (id: string) => {
    const { groupIds: ids, rev } = await readMessage(user, user, id)
    return { ids, rev }
  }
  expect(await groupsOf(one.id)).toEqual({ ids: [before, other], rev: one.rev + 1 })
  expect(await groupsOf(both.id)).toEqual({ ids: [before], rev: both.rev })
})

test('what a deletion took back goes to the group that stays, once it is restored', async ({
  app,
}) => {
  const chats = ['-4001', '-100999']
  const { user, accountId, groupIds } = await createPosting(app, { chats })
  const [before, there] = groupIds
  const { id } = await createMessage(user, messageInput([there!]))
  await sendMessageNow(user, id)
  await deleteMessage(user, id)
  await app.ctx.transaction((tx) => migrateGroup(app.ctx, tx, accountId, chats[0]!, chats[1]!))
  expect(await restoreMessage(user, id)).toMatchObject({ status: 'sending', groupIds: [before] })
  const { rows } = await app.pool.query('select status, group_id from deliveries')
  expect(rows).toEqual([{ status: 'queued', group_id: before }])
})

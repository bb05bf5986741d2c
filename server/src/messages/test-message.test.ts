import { messageInput } from '../../test/message-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import * as messages from './actions.ts'
import { deleteMessage } from './deletion.ts'
import { sendTest } from './test-message.ts'

test('nobody can open, copy, change or delete a test; it is not told as a message', async ({
  app,
}) => {
  const { pool } = app
  const { user, groupIds } = await createPosting(app)
  await sendTest(user, groupIds[0]!)
  const { rows } = await pool.query<{ id: string; rev: number }>('select id, rev from messages')
  const { id, rev } = rows[0]!
  const gone = { code: 'not_found' }
  await expect(messages.readMessage(user, user, id)).rejects.toMatchObject(gone)
  await expect(messages.duplicateMessage(user, id)).rejects.toMatchObject(gone)
  await expect(
    messages.updateMessage(user, id, { ...messageInput(groupIds), rev }),
  ).rejects.toMatchObject(gone)
  await expect(messages.sendMessageNow(user, id)).rejects.toMatchObject(gone)
  await expect(deleteMessage(user, id)).rejects.toMatchObject(gone)
  expect(await messages.findSummary(app.ctx, user.user.id, id)).toBeUndefined()
})

test('what is about to be sent to many can be sent to one group first', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const poll = { question: 'Shall we?', options: ['Yes', 'No'] }
  await sendTest(user, groupIds[0]!, { content: { kind: 'poll', text: '', poll } })
  const { rows } = await app.pool.query(
    `select d.group_id, c.body from deliveries d join contents c on c.id = d.content_id`,
  )
  expect(rows).toEqual([{ group_id: groupIds[0], body: { kind: 'poll', text: '', poll } }])
  const media = [{ mediaId: crypto.randomUUID() }]
  await expect(
    sendTest(user, groupIds[0]!, { content: { kind: 'media', text: '', media: [media[0]!] } }),
  ).rejects.toMatchObject({ extra: { details: [{ path: 'content.media.0' }] } })
})

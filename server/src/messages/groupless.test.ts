import { messageInput } from '../../test/message-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { giveSeries } from '../../test/series.ts'
import { createPosting } from '../../test/posting.ts'
import { disconnect } from '../connections/actions.ts'
import { removeGroup } from '../groups/actions.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'

const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

test('a message is shown and saved without a group that was removed', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const [gone = '', kept = ''] = groupIds
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  await removeGroup(user, gone)
  await app.runJobs()
  const shown = await read(user, id)
  expect(shown).toMatchObject({ groupIds: [kept], groupCount: 1 })
  expect(shown.attention).toBeUndefined()
  const { rev } = shown
  // An editor that was open meanwhile still names it.
  const saved = await messages.updateMessage(user, id, { ...messageInput(groupIds), rev })
  expect(saved).toMatchObject({ status: 'scheduled', groupIds: [kept] })
  expect((await messages.duplicateMessage(user, id)).groupIds).toEqual([kept])
})

test("a group that is another user's is refused, removed or not", async ({ app }) => {
  const { user } = await createPosting(app)
  const other = await createPosting(app)
  await removeGroup(other.user, other.groupIds[0]!)
  await expect(
    messages.createMessage(user, messageInput(other.groupIds, { status: 'draft' })),
  ).rejects.toMatchObject({ code: 'invalid' })
})

test('a message whose bot is disconnected says that no group is left, until it has one', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  const { rows } = await app.pool.query('select connection_id from groups')
  await disconnect(user, rows[0].connection_id)
  await app.runJobs()
  const shown = await read(user, id)
  expect(shown).toMatchObject({
    status: 'scheduled',
    groupIds: [],
    attention: { code: 'no_groups', action: { label: 'Choose groups' } },
  })
  await expect(messages.dismissAttention(user, id)).rejects.toMatchObject({ code: 'conflict' })
  const { rev } = shown
  await expect(
    messages.updateMessage(user, id, { ...messageInput(groupIds), rev }),
  ).rejects.toMatchObject({
    extra: { details: [{ path: 'groupIds', message: 'Choose at least one group.' }] },
  })
  const other = await createPosting(app, { user })
  const saved = await messages.updateMessage(user, id, { ...messageInput(other.groupIds), rev })
  expect(saved.attention).toBeUndefined()
})

test('a series that gets another group goes on and asks for nothing more', async ({ app }) => {
  const { user, id } = await giveSeries(app)
  const { groupIds, schedule } = await read(user, id)
  await removeGroup(user, groupIds[0]!)
  await app.runJobs()
  const asking = await read(user, id)
  expect(asking).toMatchObject({ status: 'active', attention: { code: 'no_groups' } })
  const other = await createPosting(app, { user })
  const saved = await messages.updateMessage(user, id, {
    ...messageInput(other.groupIds, { kind: 'automated' }),
    schedule,
    rev: asking.rev,
  })
  expect(saved.attention).toBeUndefined()
  expect(saved.status).toBe('active')
})

test('a paused message without a group is not resumed', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  await messages.pauseMessage(user, id)
  await removeGroup(user, groupIds[0]!)
  await expect(messages.resumeMessage(user, id)).rejects.toMatchObject({
    extra: { details: [{ message: 'Choose at least one group.' }] },
  })
})

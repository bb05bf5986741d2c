import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { changeGroup, getGroup, noteSent } from './actions.ts'
import { noteChat } from './chats.ts'
import { presentGroup } from './present.ts'
import { noteRefusal } from './refusals.ts'

const words = 'Telegram refused it: Bad Request: SOMETHING_NEW'

async function refuse({ ctx, clock }: TestApp, groupId: string, ...messages: string[]) {
  for (const message of messages) {
    clock.advance(1_000)
    await ctx.transaction((tx) =>
      noteRefusal(ctx, tx, { groupId, words, message, arrivedAt: null }),
    )
  }
}

test('a group that refuses three different messages is muted, and its user hears why', async ({
  app,
}) => {
  const { user, groupIds, accountId } = await createPosting(app, { chats: ['-1001', '-1002'] })
  const [id, other] = groupIds
  const shown = async () => presentGroup(app.ctx, await getGroup(user, id!))
  await refuse(app, id!, 'a', 'b')
  expect(await shown()).toMatchObject({ status: 'active', rev: 1 })

  await refuse(app, id!, 'c')
  const told = `three different messages in a row were refused here, each time with “${words}”. Look at what the group allows, then unmute it.`
  const muted = await shown()
  expect(muted).toMatchObject({
    status: 'muted',
    rev: 2,
    reason: `It was muted: ${told}`,
    attention: { code: 'refused', text: `It was muted: ${told}`, action: { label: 'Unmute' } },
  })
  expect(await bellOf(user)).toMatchObject([
    {
      kind: 'groups',
      title: '“Choir -1001” was muted',
      message: `T${told.slice(1).replace(' here,', ' there,')}`,
      link: `/dashboard/telegram-manager#group-${id}`,
    },
  ])
  expect(await getGroup(user, other!)).toMatchObject({ status: 'active' })

  // What else is told of the chat does not hide it.
  await app.ctx.transaction((tx) =>
    noteChat(app.ctx, tx, accountId, {
      externalId: '-1001',
      lost: false,
      title: 'Quire',
      kind: 'group',
      canPost: true,
    }),
  )
  const renamed = await shown()
  expect(renamed).toMatchObject({ title: 'Quire', status: 'muted', reason: muted.reason })

  // Unmuted it begins anew.
  await changeGroup(user, id!, { rev: renamed.rev, muted: false })
  const back = await shown()
  expect(back.status).toBe('active')
  expect(back).not.toHaveProperty('reason')
  expect(await bellOf(user)).toMatchObject([
    { isRead: true, message: 'Settled: you have unmuted the group.' },
  ])
  await refuse(app, id!, 'a', 'b')
  expect(await shown()).toMatchObject({ status: 'active' })
  await refuse(app, id!, 'c')
  expect(await shown()).toMatchObject({ status: 'muted' })
})

test('if all groups of an account refuse in the same way, the account is the cause, and no group is muted', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { chats: ['-1001', '-1002', '-1003'] })
  const [one, other, third] = groupIds
  const statuses = async () =>
    Promise.all(groupIds.map(async (id) => (await getGroup(user, id)).status))
  for (const message of ['a', 'b', 'c', 'd', 'e']) {
    await refuse(app, one!, message)
    await refuse(app, other!, message)
  }
  expect(await statuses()).toEqual(['active', 'active', 'active'])
  expect(await bellOf(user)).toEqual([])

  // Whoever mutes one now did it themselves.
  const { rev } = await getGroup(user, one!)
  const muted = await changeGroup(user, one!, { rev, muted: true })
  expect(muted).toMatchObject({ status: 'muted', reason: null })
  await changeGroup(user, one!, { rev: muted.rev, muted: false })

  // Something arrives elsewhere: then it is them.
  const at = app.clock.now()
  await app.ctx.transaction((tx) => noteSent(app.ctx, tx, [{ id: third!, at, textAt: at }]))
  await refuse(app, one!, 'f', 'g')
  await refuse(app, other!, 'f')
  expect(await statuses()).toEqual(['active', 'muted', 'active'])
})

test('other changes of a group do not unmute it', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const [id] = groupIds
  await refuse(app, id!, 'a', 'b', 'c')
  const { rev, reason } = await getGroup(user, id!)
  await changeGroup(user, id!, { rev, dailyCap: 3 })
  expect(await getGroup(user, id!)).toMatchObject({ status: 'muted', reason, dailyCap: 3 })
})

test('what its user has muted or the network has taken stays as it is', async ({ app }) => {
  const { user, groupIds, accountId } = await createPosting(app, { chats: ['-1001', '-1002'] })
  const [quiet, lost] = groupIds
  const { rev } = await getGroup(user, quiet!)
  await changeGroup(user, quiet!, { rev, muted: true })
  await app.ctx.transaction((tx) =>
    noteChat(app.ctx, tx, accountId, {
      externalId: '-1002',
      lost: true,
      code: 'kicked',
      reason: 'The bot was removed.',
    }),
  )
  for (const id of groupIds) await refuse(app, id, 'a', 'b', 'c')
  expect(await getGroup(user, quiet!)).toMatchObject({ status: 'muted', reason: null })
  expect(await getGroup(user, lost!)).toMatchObject({ status: 'lost', muted: false })
})

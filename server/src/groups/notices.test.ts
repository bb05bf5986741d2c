import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveGroups, createPosting } from '../../test/posting.ts'
import { loseGroup, noteChat } from './chats.ts'

const lose = ({ ctx }: TestApp, accountId: string, chat: string) =>
  ctx.transaction((tx) =>
    loseGroup(
      ctx,
      tx,
      accountId,
      chat,
      'kicked',
      'The bot was removed from the group by an admin.',
    ),
  )

const chat = { lost: false, title: 'Choir', kind: 'group' } as const

const comeBack = ({ ctx }: TestApp, accountId: string, externalId: string) =>
  ctx.transaction((tx) => noteChat(ctx, tx, accountId, { ...chat, externalId, canPost: true }))

const forbid = ({ ctx }: TestApp, accountId: string, externalId: string) => {
  const reason = 'An admin removed the bot’s permission to send messages.'
  return ctx.transaction((tx) =>
    noteChat(ctx, tx, accountId, { ...chat, externalId, canPost: false, reason }),
  )
}

test('a group that is lost is told once to everybody who has it, and when it is back', async ({
  app,
}) => {
  const chats = ['-1001']
  const { user: ada, accountId, groupIds } = await createPosting(app, { chats })
  const bob = await app.person({ tier: 'pro' })
  const his = await giveGroups(app, { user: bob, accountId, channel: 'telegram-bot', chats })
  await lose(app, accountId, '-1001')
  await lose(app, accountId, '-1001')
  for (const [user, id] of [
    [ada, groupIds[0]],
    [bob, his[0]],
  ] as const) {
    expect(await bellOf(user)).toMatchObject([
      {
        kind: 'groups',
        title: '“Choir -1001” cannot be reached any more',
        message:
          'The bot was removed from the group by an admin. Nothing is sent there until it is added again.',
        link: `/dashboard/telegram-manager#group-${id}`,
        count: 1,
      },
    ])
  }
  app.clock.advance(1_000)
  await comeBack(app, accountId, '-1001')
  await comeBack(app, accountId, '-1001')
  expect(await bellOf(ada)).toMatchObject([
    {
      title: '“Choir -1001” is back',
      message: 'Upcoming messages are sent there again.',
      isRead: false,
      count: 1,
    },
    // An item that is settled counts as read.
    { isRead: true, message: 'Settled: messages can be sent there again.', count: 1 },
  ])
})

test('a bot that may not write any more rings the bell once, and again when it may', async ({
  app,
}) => {
  const { user, accountId, groupIds } = await createPosting(app, { chats: ['-1001'] })
  await forbid(app, accountId, '-1001')
  await forbid(app, accountId, '-1001')
  expect(await bellOf(user)).toMatchObject([
    {
      kind: 'groups',
      title: 'Can’t post to “Choir -1001”',
      message:
        'An admin removed the bot’s permission to send messages. Messages to this group fail until posting is allowed again.',
      link: `/dashboard/telegram-manager#group-${groupIds[0]}`,
      count: 1,
    },
  ])
  app.clock.advance(1_000)
  await comeBack(app, accountId, '-1001')
  await comeBack(app, accountId, '-1001')
  expect(await bellOf(user)).toMatchObject([{ title: 'Can post to “Choir” again' }, {}])
})

test('many groups that are lost at once are one item', async ({ app }) => {
  const chats = ['-1001', '-1002', '-1003']
  const { user, accountId } = await createPosting(app, { chats })
  for (const chat of chats) await lose(app, accountId, chat)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '3 groups cannot be reached any more',
      count: 3,
      link: '/dashboard/telegram-manager',
    },
  ])
})

test('a group that comes back when the tier has no room for it says so', async ({ app }) => {
  const user = await app.person({ tier: 'free' })
  const { accountId } = await createPosting(app, { user, chats: ['-1001'] })
  await lose(app, accountId, '-1001')
  await app.pool.query(
    `insert into groups (id, user_id, connection_id, account_id, channel, external_id, title, kind, status, created_at, updated_at)
     select gen_random_uuid(), user_id, connection_id, account_id, channel, '-1002', 'Band', kind, 'active', created_at, updated_at
     from groups`,
  )
  app.clock.advance(1_000)
  await comeBack(app, accountId, '-1001')
  expect((await bellOf(user))[0]).toMatchObject({
    title: '“Choir -1001” is back',
    message: expect.stringContaining('Your plan has room for fewer groups.'),
  })
})

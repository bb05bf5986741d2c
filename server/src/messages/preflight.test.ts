import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { messageInput } from '../../test/drafting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveFile, givePosting } from '../../test/posting.ts'
import { listMessages } from './list.ts'
import { checkBefore } from './preflight.ts'

async function open(app: TestApp, groups = 1) {
  const { user, groupIds } = await givePosting(app, { groups })
  const ask = (content: ContentInput, more: object = {}) =>
    checkBefore(
      user,
      MessageInput.parse({ ...messageInput(groupIds, { status: 'draft' }), content, ...more }),
    )
  const set = (columns: string, groupId = groupIds[0]!) =>
    app.pool.query(`update groups set ${columns} where id = $1`, [groupId])
  return { user, groupIds, ask, set }
}

test('what is fine has no errors, and says when the last group will have it', async ({ app }) => {
  const { ask, user } = await open(app, 50)
  const { errors, warnings, forecast } = await ask({ text: 'Hello' })
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] })
  expect(forecast).toMatchObject({ sends: 50 })
  // 25 a second.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(2_000)
  expect(forecast!.words).toBe('50 messages; the last group has it within seconds.')
  expect(await listMessages(user, { limit: 50 })).toMatchObject({ items: [] })
})

test('an album takes as many turns as it has files', async ({ app }) => {
  const { ask, user } = await open(app, 50)
  const media: { mediaId: string }[] = []
  for (let n = 0; n < 10; n++) media.push({ mediaId: await giveFile(app, user) })
  const { forecast } = await ask({ media })
  // 500 messages at 25 a second; ten to one group at 18 a minute take 30 s.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(30_000)
  expect(forecast!.words).toBe('50 messages; the last group has it about 30 seconds later.')
})

test('all that blocks it is told at its field, also of a draft', async ({ app }) => {
  const { ask, set, groupIds } = await open(app, 2)
  await set(`status = 'lost', reason = 'An admin removed the bot.'`)
  const { errors, forecast } = await ask({ text: ' ' }, { schedule: undefined })
  expect(errors).toEqual([
    { path: 'content.text', message: 'Write something to send.' },
    { path: 'schedule.rule.at', message: 'Choose when to send it.' },
    {
      path: 'groupIds',
      message: expect.stringMatching(/cannot be reached any more\. An admin removed the bot\./),
      groupId: groupIds[0],
    },
  ])
  expect(forecast).toMatchObject({ sends: 1 })
})

test('what a group will not get as asked is a warning with the group', async ({ app }) => {
  const { ask, set, groupIds } = await open(app, 5)
  await set(`muted = true, status = 'muted'`, groupIds[0])
  await set(`status = 'limited', reason = 'Only admins may send messages.'`, groupIds[1])
  const quiet = { from: '00:00', to: '23:59', mode: 'skip' }
  await set(`quiet_hours = '${JSON.stringify(quiet)}', time_zone = 'UTC'`, groupIds[2])
  await set(`topics = '[{"id":"7","name":"Plans","closed":true}]'`, groupIds[3])
  const { errors, warnings, forecast } = await ask(
    { text: 'x *y* '.repeat(101) },
    { topics: { [groupIds[3]!]: ['7'] } },
  )
  expect(errors).toEqual([])
  expect(warnings).toMatchObject([
    { code: 'content', effect: 'differs', text: expect.stringMatching(/1 will be plain/) },
    {
      code: 'quiet_hours',
      effect: 'not_sent',
      groupId: groupIds[2],
      text: expect.stringMatching(/not sent there/),
    },
    { code: 'muted', groupId: groupIds[0] },
    { code: 'limited', groupId: groupIds[1], text: expect.stringMatching(/Only admins/) },
    {
      code: 'topic_closed',
      groupId: groupIds[3],
      topicId: '7',
      text: expect.stringMatching(/“Plans” is closed/),
    },
  ])
  // Neither the muted group nor the others of which it was just said that they do not get it.
  expect(forecast).toMatchObject({ sends: 1 })
})

test('an open poll is refused for the channels among its groups', async ({ app }) => {
  const { ask, set, groupIds } = await open(app, 2)
  await set(`kind = 'channel'`, groupIds[1])
  const poll = { question: 'Shall we?', options: ['Yes', 'No'] }
  expect((await ask({ poll })).errors).toEqual([])
  expect((await ask({ poll: { ...poll, anonymous: false } })).errors).toMatchObject([
    { path: 'content.poll.anonymous', groupId: groupIds[1] },
  ])
})

test('a group that forbids photos is named before they are sent, and texts go there', async ({
  app,
}) => {
  const { ask, user, groupIds } = await open(app, 2)
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, refuses, updated_at)
     select account_id, external_id, title, kind, true, '{photo,poll}', updated_at from groups where id = $1`,
    [groupIds[0]],
  )
  const media = [{ mediaId: await giveFile(app, user) }]
  expect((await ask({ media })).warnings).toMatchObject([
    { code: 'kind_forbidden', groupId: groupIds[0], text: expect.stringMatching(/photos there/) },
  ])
  expect((await ask({ text: 'Hello' })).warnings).toEqual([])
})

test('a group where the bot may not pin is named, and a deletion that comes too late is refused', async ({
  app,
}) => {
  const { ask, groupIds } = await open(app, 2)
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, refuses, updated_at)
     select account_id, external_id, title, kind, true, '{pin}', updated_at from groups where id = $1`,
    [groupIds[0]],
  )
  const asked = (options: object) => ask({ text: 'Hello', options })
  expect((await asked({ pin: 'silent' })).warnings).toMatchObject([
    { code: 'kind_forbidden', groupId: groupIds[0], text: expect.stringMatching(/pin messages/) },
  ])
  expect((await asked({ pin: 'off' })).warnings).toEqual([])
  expect((await asked({ deleteAfterMinutes: 47 * 60 })).errors).toEqual([])
  expect((await asked({ deleteAfterMinutes: 48 * 60 })).errors).toEqual([
    {
      path: 'content.options.deleteAfterMinutes',
      message:
        'Telegram lets programs delete their messages for 48 hours. Choose at most 47 hours, so that time is left for a delay.',
    },
  ])
})

import { giveFile } from '../../test/posting.ts'
import { openPreflight } from '../../test/preflight.ts'
import { expect, test } from '../../test/test-app.ts'

test('what a group will not get as asked is a warning with the group', async ({ app }) => {
  const { ask, set, groupIds } = await openPreflight(app, 5)
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

test('an account that sends nothing is named before it is used, and its groups are not counted', async ({
  app,
}) => {
  const { ask, groupIds } = await openPreflight(app, 2)
  const account = (status: string, reason = '') =>
    app.pool.query('update accounts set status = $1, reason = $2', [status, reason])
  await account('needs_pairing')
  const lost = await ask({ text: 'Hello' })
  expect(lost.warnings).toMatchObject(
    groupIds.map((groupId) => ({
      code: 'account',
      effect: 'not_sent',
      groupId,
      // It was never sent, so it is not to be sent again.
      text: expect.stringMatching(/^“Choir .*”: .+ Connect it again\.$/),
    })),
  )
  expect(lost.forecast).toBeNull()
  await account('connected')
  expect(await ask({ text: 'Hello' })).toMatchObject({ warnings: [], forecast: { sends: 2 } })
})

test('an open poll is refused for the channels among its groups', async ({ app }) => {
  const { ask, set, groupIds } = await openPreflight(app, 2)
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
  const { ask, user, groupIds } = await openPreflight(app, 2)
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
  const { ask, groupIds } = await openPreflight(app, 2)
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

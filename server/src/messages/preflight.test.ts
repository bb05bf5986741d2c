import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { messageInput } from '../../test/message-input.ts'
import { expect, openTestApp, test, type TestApp } from '../../test/test-app.ts'
import { onTestFinished } from 'vitest'
import { days } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { giveFile, givePosting } from '../../test/posting.ts'
import { createMessage } from './actions.ts'
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

test('a long text after its files takes a turn of its own, with the buttons below it', async ({
  app,
}) => {
  const { ask, user } = await open(app, 50)
  const media = [{ mediaId: await giveFile(app, user) }, { mediaId: await giveFile(app, user) }]
  const content: ContentInput = {
    text: 'x'.repeat(4_096),
    media,
    buttons: [[{ text: 'Plan', url: 'https://example.org/plan' }]],
  }
  expect((await ask(content)).errors).toHaveLength(2)
  const { errors, forecast } = await ask({ ...content, options: { textAfter: true } })
  expect(errors).toEqual([])
  // 150 messages at 25 a second; of three to one group at 18 a minute the last has two before it.
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(6_666)
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

test('two stars are told to stay as they are, but not in code and not where that was meant', async ({
  app,
}) => {
  const { ask } = await open(app, 1)
  const { warnings } = await ask({ text: 'Hello **dear all**, and *you*' })
  expect(warnings).toEqual([
    {
      code: 'content',
      effect: 'differs',
      text: '“**dear all**” keeps its stars. For bold, write one star on each side: *dear all*.',
    },
  ])
  for (const text of ['`f(**options**)`', String.raw`\*\*meant\*\*`, '2 ** 3 ** 4', '*once*']) {
    expect(await ask({ text })).toMatchObject({ warnings: [] })
  }
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

test('an account that sends nothing is named before it is used, and its groups are not counted', async ({
  app,
}) => {
  const { ask, groupIds } = await open(app, 2)
  const account = (status: string, reason = '') =>
    app.pool.query('update accounts set status = $1, reason = $2', [status, reason])
  await account('needs_pairing')
  const lost = await ask({ text: 'Hello' })
  expect(lost.warnings).toMatchObject(
    groupIds.map((groupId) => ({
      code: 'account',
      effect: 'not_sent',
      groupId,
      text: expect.stringMatching(/^“Choir .*”: .+/),
    })),
  )
  expect(lost.forecast).toBeNull()
  await account('connected')
  expect(await ask({ text: 'Hello' })).toMatchObject({ warnings: [], forecast: { sends: 2 } })
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

test('groups above the daily allowance of a number that was linked lately get it tomorrow, and it is said before', async () => {
  const app = await openTestApp({ env: { WHATSAPP: 'on' } })
  onTestFinished(() => app.close())
  const { user, groupIds, accountId } = await givePosting(app, { channel: 'whatsapp', groups: 50 })
  const ask = () =>
    checkBefore(user, MessageInput.parse(messageInput(groupIds, { status: 'draft' })))
  const { identity } = (
    await app.pool.query<{ identity: string }>('select identity from accounts where id = $1', [
      accountId,
    ])
  ).rows[0]!
  const { warnings, forecast } = await ask()
  expect(warnings).toMatchObject([
    {
      code: 'allowance',
      effect: 'later',
      text: `20 of these groups get it tomorrow, at the same time: ${identity} may send 20 messages that day, because it was linked only lately.`,
    },
    {
      code: 'allowance',
      effect: 'not_sent',
      text: `10 of these groups will not get it, since the next day has no room either: ${identity} may send 20 messages that day, because it was linked only lately.`,
    },
  ])
  expect(forecast).toMatchObject({ sends: 40 })
  expect(Date.parse(forecast!.lastAt) - Date.parse(forecast!.dueAt)).toBe(days(1))

  const files = await Promise.all(Array.from({ length: 8 }, () => giveFile(app, user)))
  const media = files.map((mediaId) => ({ mediaId, kind: 'photo' as const }))
  const content = { kind: 'album' as const, text: 'Eight', media }
  const albums = messageInput(groupIds.slice(0, 5), { status: 'draft', content })
  const told = await checkBefore(user, MessageInput.parse(albums))
  // A day has room for two whole ones.
  expect(told.warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^2 of these groups get it tomorrow/),
    expect.stringMatching(/^1 of these groups will not get it/),
  ])

  await app.pool.query("update accounts set linked_at = created_at - interval '30 days'")
  expect(await ask()).toMatchObject({ warnings: [], forecast: { sends: 50 } })
})

test('what other messages send to a group before it that day is told, by the rules of the group', async ({
  app,
}) => {
  const { ask, set, user, groupIds } = await open(app, 3)
  const early = (at: string, some: string[]) =>
    createMessage(
      user,
      messageInput(some, {
        schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: `2026-06-01T${at}` } },
      }),
    )
  await early('11:30', groupIds)
  await early('11:45', groupIds.slice(0, 1))
  expect((await ask({ text: 'Hello' })).warnings).toEqual([])
  await set('daily_cap = 2', groupIds[0])
  await set('daily_cap = 2, min_gap_minutes = 60', groupIds[1])
  expect((await ask({ text: 'Hello' })).warnings).toEqual([
    {
      code: 'cap',
      effect: 'not_sent',
      groupId: groupIds[0],
      text: expect.stringMatching(/takes 2 messages a day, and others go there before it that day/),
    },
    {
      code: 'gap',
      effect: 'later',
      groupId: groupIds[1],
      text: expect.stringMatching(/one message in 60 minutes, .*: it waits there\.$/),
    },
  ])
})

test('what hundreds of others send is computed while nobody waits for the database, and only as far as it matters', async ({
  app,
}) => {
  const { user, groupIds } = await givePosting(app, { groups: 40 })
  await app.pool.query('update groups set daily_cap = 3')
  await app.pool.query('update groups set min_gap_minutes = 60 where id = $1', [groupIds[0]])
  for (let n = 0; n < 5; n++) {
    await createMessage(
      user,
      messageInput(groupIds, {
        kind: 'automated',
        schedule: {
          timeZone: 'Europe/Berlin',
          rule: { kind: 'every', n: 1, unit: 'minute', anchor: '2026-06-01T10:30' },
        },
      }),
    )
  }
  let held = 0
  const counting: UserContext = {
    ...user,
    async transaction(work) {
      held += 1
      try {
        return await user.transaction(work)
      } finally {
        held -= 1
      }
    },
  }
  const meanwhile: number[] = []
  const input = MessageInput.parse(messageInput(groupIds, { status: 'draft' }))
  const { warnings } = await checkBefore(counting, input, async () => void meanwhile.push(held))
  expect(warnings.map(({ code, effect }) => `${code} ${effect}`)).toEqual(
    groupIds.map(() => 'cap not_sent'),
  )
  expect(Math.max(...meanwhile)).toBe(0)
  // Once for each slot and once for each group of each of the others, not for each slot and group.
  expect(meanwhile.length).toBeGreaterThan(5 * 40)
  expect(meanwhile.length).toBeLessThan(5 * (120 + 40))
})

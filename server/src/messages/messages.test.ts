import { messageInput } from '../../test/message-input.ts'
import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { plan } from '../../test/planning.ts'
import { instant } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'
import { deleteMessage } from './deletion.ts'
import type { Input } from './checks.ts'
import { listMessages, type Query } from './list.ts'

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { code: string; message: string; extra: object }) => ({
      code: error.code,
      message: error.message,
      ...error.extra,
    }),
  )

const read = (user: UserContext, id: string) => messages.readMessage(user, user, id)

test('a message is planned a second before its minute and no sooner', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const { id, status, nextAt } = await messages.createMessage(user, messageInput(groupIds))
  expect([status, nextAt]).toEqual(['scheduled', '2026-06-01T10:00:00.000Z'])

  app.clock.moveTo('2026-06-01T09:59:58.999Z')
  await plan(app)
  expect((await read(user, id)).status).toBe('scheduled')

  app.clock.moveTo('2026-06-01T09:59:59Z')
  await plan(app)
  const sending = await read(user, id)
  expect(sending).toMatchObject({
    status: 'sending',
    nextAt: null,
    occurrence: { total: 3, pending: 3 },
  })
})

test('two planners at once plan a slot once', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  for (let n = 0; n < 20; n++) await messages.createMessage(user, messageInput(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await Promise.all([plan(app), plan(app), plan(app)])
  const { rows } = await app.pool.query(
    'select count(*) as deliveries, count(distinct occurrence_id) as occurrences from deliveries',
  )
  expect(rows).toEqual([{ deliveries: 40, occurrences: 20 }])
})

test('222 what was missed by more than its window is told, not sent', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  app.clock.moveTo('2026-06-01T10:15:00.001Z')
  await plan(app)
  expect(await read(user, id)).toMatchObject({
    status: 'missed',
    attention: { code: 'missed', action: { label: 'Reschedule' } },
    occurrence: { status: 'skipped', total: 0 },
  })
  // Who has seen it is not asked again.
  expect(await messages.dismissAttention(user, id)).not.toHaveProperty('attention')
  expect(await read(user, id)).toMatchObject({ status: 'missed' })
  await messages.dismissAttention(user, id)
})

test('222 what came due while nobody was there for weeks is told as well', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  app.clock.moveTo('2026-06-29T10:00:00Z')
  await plan(app)
  expect(await read(user, id)).toMatchObject({
    status: 'missed',
    attention: { code: 'missed' },
    occurrence: { status: 'skipped', total: 0 },
  })
})

test('a fan-out to more groups than one slice holds is finished by the planner', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 4_500 })
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  expect((await read(user, id)).occurrence).toMatchObject({ total: 4_500, pending: 4_500 })
})

test.for([
  [{ groupIds: [] }, 'groupIds', 'Choose at least one group.'],
  [{ content: { kind: 'text', text: '  ' } }, 'content.text', 'Write something to send.'],
  [
    { schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2026-06-01T09:59' } } },
    'schedule.rule.at',
    'This time has passed. Send it now instead.',
  ],
  [
    { schedule: { timeZone: 'Europe/Berlin', rule: { kind: 'once', at: '2027-03-28T02:30' } } },
    'schedule.rule.at',
    'On this night the clock jumps from 02:00 to 03:00; choose another time.',
  ],
] as const)('%j is refused at %s', async ([change, path, message], { app }) => {
  const { user, groupIds } = await createPosting(app)
  const given = messageInput(groupIds, change as Partial<Input>)
  expect(await refusal(messages.createMessage(user, given))).toMatchObject({
    code: 'invalid',
    details: [{ path, message }],
  })
  expect((await app.pool.query('select 1 from messages')).rowCount).toBe(0)
})

test('216 4,097 characters are refused with the count, 4,096 are not', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const text = (length: number) =>
    messageInput(groupIds, { content: { kind: 'text', text: 'x'.repeat(length) } })
  expect(await refusal(messages.createMessage(user, text(4_097)))).toMatchObject({
    details: [
      {
        path: 'content.text',
        message: expect.stringContaining('at most 4,096 characters; these are 4,097'),
      },
    ],
  })
  expect((await messages.createMessage(user, text(4_096))).status).toBe('scheduled')
})

test("036 another user's group and message do not exist", async ({ app }) => {
  const mine = await createPosting(app)
  const theirs = await createPosting(app)
  expect(
    await refusal(messages.createMessage(mine.user, messageInput(theirs.groupIds))),
  ).toMatchObject({
    code: 'invalid',
    details: [{ path: 'groupIds', message: 'This group does not exist.' }],
  })
  const { id } = await messages.createMessage(theirs.user, messageInput(theirs.groupIds))
  expect(await refusal(read(mine.user, id))).toMatchObject({ code: 'not_found' })
  expect(await refusal(messages.cancelMessage(mine.user, id))).toMatchObject({ code: 'not_found' })
  expect(await refusal(deleteMessage(mine.user, id))).toMatchObject({ code: 'not_found' })
})

test('a stale edit changes nothing and answers what is there now', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const first = await messages.createMessage(user, messageInput(groupIds))
  const edit = (text: string) => ({
    ...messageInput(groupIds, { content: { kind: 'text', text } }),
    rev: first.rev,
  })
  const second = await messages.updateMessage(user, first.id, edit('At eight.'))
  expect(second.rev).toBeGreaterThan(first.rev)
  expect(await refusal(messages.updateMessage(user, first.id, edit('At nine.')))).toMatchObject({
    code: 'conflict',
    current: { content: { text: 'At eight.' }, rev: second.rev },
  })
})

test('a paused message is not sent; resumed before its time it is, after it is refused', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  expect((await messages.pauseMessage(user, id)).status).toBe('paused')
  expect((await messages.resumeMessage(user, id)).nextAt).toBe('2026-06-01T10:00:00.000Z')
  await messages.pauseMessage(user, id)
  app.clock.moveTo('2026-06-01T10:05:00Z')
  await plan(app)
  expect((await read(user, id)).occurrence).toBeNull()
  expect(await refusal(messages.resumeMessage(user, id))).toMatchObject({
    details: [{ path: 'schedule.rule.at' }],
  })
})

test('222 pausing and canceling while it is sending take back what has not left', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  for (const [verb, status] of [
    [messages.pauseMessage, 'paused'],
    [messages.cancelMessage, 'canceled'],
  ] as const) {
    const { id } = await messages.createMessage(user, messageInput(groupIds, { status: 'draft' }))
    await messages.sendMessageNow(user, id)
    const after = await verb(user, id)
    expect(after).toMatchObject({ status, occurrence: { skipped: 3, pending: 0 } })
  }
})

test('send now goes at once to all groups, and only once', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  const sending = await messages.sendMessageNow(user, id)
  expect(sending).toMatchObject({
    status: 'sending',
    nextAt: null,
    occurrence: { total: 2, slotAt: null },
  })
  expect(await refusal(messages.sendMessageNow(user, id))).toMatchObject({ code: 'conflict' })
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const { rowCount } = await app.pool.query('select 1 from deliveries')
  expect(rowCount).toBe(2)
})

test('lists: upcoming by time, then the rest; filters, search and pages', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const at = (time: string, text: string) =>
    messageInput(groupIds, {
      content: { kind: 'text', text },
      schedule: { timeZone: 'UTC', rule: { kind: 'once', at: `2026-06-02T${time}` } },
    })
  await messages.createMessage(user, at('12:00', 'noon'))
  await messages.createMessage(user, at('09:00', '100% early'))
  await messages.createMessage(
    user,
    messageInput([], { status: 'draft', content: { kind: 'text', text: 'a draft' } }),
  )
  const texts = async (query: Partial<Query>) =>
    (await listMessages(user, { limit: 50, ...query })).items.map((m) => m.content.text)

  expect(await texts({})).toEqual(['100% early', 'noon', 'a draft'])
  expect(await texts({ status: 'draft,sent' })).toEqual(['a draft'])
  expect(await texts({ q: '0% EAR' })).toEqual(['100% early'])
  expect(await texts({ q: '1%0' })).toEqual([])
  expect(await texts({ groupId: groupIds[0]! })).toEqual(['100% early', 'noon'])

  const paged: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await listMessages(user, { limit: 1, ...(cursor ? { cursor } : {}) })
    paged.push(...page.items.map((m) => m.content.text))
    cursor = page.nextCursor
  } while (cursor)
  expect(paged).toEqual(['100% early', 'noon', 'a draft'])
  expect(await refusal(listMessages(user, { limit: 1, cursor: 'x' }))).toMatchObject({
    details: [{ path: 'cursor' }],
  })
})

test('214 a list is ordered by the last change, page after page, and narrowed to the groups of a network', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const say = async (text: string, at: string, groupId: string) => {
    app.clock.advance(1_000)
    await messages.createMessage(
      user,
      messageInput([groupId], {
        content: { kind: 'text', text },
        schedule: { timeZone: 'UTC', rule: { kind: 'once', at: `2026-06-02T${at}` } },
      }),
    )
  }
  await say('noon', '12:00', groupIds[0]!)
  await say('morning', '09:00', groupIds[1]!)
  await say('night', '23:00', groupIds[0]!)
  await app.pool.query(`update groups set channel = 'whatsapp' where id = $1`, [groupIds[1]])
  const list = async (query: Partial<Query>) => {
    const page = await listMessages(user, { limit: 50, ...query })
    return { ...page, texts: page.items.map((one) => one.content.text) }
  }
  expect((await list({ network: 'whatsapp' })).texts).toEqual(['morning'])
  expect((await list({ network: 'telegram' })).texts).toEqual(['noon', 'night'])

  const first = await list({ sort: 'changed', limit: 2 })
  expect(first.texts).toEqual(['night', 'morning'])
  const cursor = first.nextCursor!
  expect((await list({ sort: 'changed', cursor })).texts).toEqual(['noon'])
  expect(await refusal(listMessages(user, { limit: 2, cursor }))).toMatchObject({
    details: [{ path: 'cursor' }],
  })
})

test('a copy is a draft; its time is kept only while it is to come', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, messageInput(groupIds))
  expect(await messages.duplicateMessage(user, id)).toMatchObject({
    status: 'draft',
    groupIds,
    schedule: { rule: { at: '2026-06-01T12:00' } },
  })
  app.clock.moveTo(instant('2026-06-01T11:00:00Z'))
  expect((await messages.duplicateMessage(user, id)).schedule).toBeUndefined()
})

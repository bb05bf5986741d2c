import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { expect, test } from 'vitest'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { openSending, type Sending } from '../../test/sending.ts'
import { retryDelivery } from '../deliveries/api.ts'
import * as messages from './actions.ts'
import { checkBefore } from './preflight.ts'

const DAILY = { timeZone: 'Asia/Tokyo', rule: { kind: 'daily', everyDays: 1, at: ['18:00'] } }

/** A message to groups at Telegram, which a process carries. */
async function open(content: ContentInput, more: object = {}, groups = 2) {
  const sending = await openSending()
  const { user, groupIds } = await sending.posting({ groups })
  for (const [n, id] of groupIds.entries()) {
    await sending.app.pool.query('update groups set title = $2 where id = $1', [id, `Choir ${n}`])
  }
  const input = (changed: ContentInput, also: object = {}) =>
    MessageInput.parse({ ...messageInput(groupIds), content: changed, ...more, ...also })
  const { id } = await messages.createMessage(user, input(content))
  const rename = (title: string) => sending.app.pool.query('update groups set title = $1', [title])
  return { ...sending, user, groupIds, id, input, rename }
}

async function goOut({ app }: Sending, at: string) {
  app.clock.moveTo(at)
  await plan(app)
}

const texts = async ({ sandbox }: Sending) =>
  (await sandbox.ledger()).map(({ text }) => text).toSorted()

test('each group reads its own name, and each run its own date, time and number', async () => {
  const sending = await open(
    { text: 'Hello *{{group}}*: no. {{n}}, {{date}}, {{time}} \\{{n}}' },
    { kind: 'automated', schedule: DAILY },
  )
  await goOut(sending, '2026-06-01T09:00:00Z')
  await sending.startSending()
  await sending.sent(2)
  expect(await texts(sending)).toEqual([
    'Hello Choir 0: no. 1, 1 June 2026, 18:00 {{n}}',
    'Hello Choir 1: no. 1, 1 June 2026, 18:00 {{n}}',
  ])
  const [first] = await sending.sandbox.ledger()
  expect(first).toMatchObject({ entities: [{ type: 'bold', offset: 6, length: 7 }] })
})

test('what is tried again says what it said first, and the next run what is so by then', async () => {
  const sending = await open(
    { text: '{{group}} {{n}} {{date}}' },
    { kind: 'automated', schedule: DAILY },
    1,
  )
  const { app, user, rename } = sending
  await goOut(sending, '2026-06-01T09:00:00Z')
  const { rows } = await app.pool.query<{ id: string }>(`select id from deliveries`)
  await app.pool.query(`update deliveries set status = 'failed', reason = 'The network was away.'`)
  await app.pool.query(`update users set preferences = '{"locale": "de-DE"}'`)
  await rename('*Band*')
  await retryDelivery(user, rows[0]!.id)
  await app.pool.query(`update messages set attention = null`)
  await sending.startSending()
  await sending.sent(1)
  expect(await texts(sending)).toEqual(['Choir 0 1 1 June 2026'])
  await messages.sendMessageNow(user, sending.id)
  await sending.sent(2)
  expect(await texts(sending)).toEqual(['*Band* 2 1. Juni 2026', 'Choir 0 1 1 June 2026'])
})

test('a run that is skipped as a whole has no number', async () => {
  const sending = await open({ text: '{{n}}' }, { kind: 'automated', schedule: DAILY }, 1)
  await goOut(sending, '2026-06-01T12:00:00Z')
  await goOut(sending, '2026-06-02T09:00:00Z')
  const { rows } = await sending.app.pool.query(
    `select status, run ->> 'n' as n from occurrences order by slot_at`,
  )
  expect(rows).toMatchObject([{ status: 'skipped' }, { n: '1' }])
})

test('what a variable makes too long is told with the longest name, before it is saved', async () => {
  const { user, input, rename } = await open({ text: 'Hello' }, {}, 1)
  await rename('A choir with a very long name')
  const content = { text: `${'x'.repeat(4_070)}{{group}}` }
  const refused = {
    path: 'content.text',
    message:
      'Telegram takes at most 4,096 characters; these are 4,099. So it is with the name “A choir with a very long name” in it.',
  }
  expect(await checkBefore(user, input(content))).toMatchObject({
    errors: [{ ...refused, groupId: expect.any(String) }],
  })
  await expect(messages.createMessage(user, input(content))).rejects.toMatchObject({
    extra: { details: [refused] },
  })
})

test('a variable that does not exist is refused at its field, with those that do', async () => {
  const { user, input } = await open({ text: 'Hello' }, {}, 1)
  const message = (name: string) =>
    `There is no {{${name}}}. There are {{group}}, {{date}}, {{time}}, {{n}}. To write braces as they are, put a backslash before them.`
  const { errors } = await checkBefore(
    user,
    input({
      text: 'Dear {{name}}',
      variants: ['{{ Group }} {{grp}}'],
      buttons: [[{ text: '{{nn}}', url: 'https://a.example/{{group}}' }]],
    }),
  )
  expect(errors).toEqual([
    { path: 'content.text', message: message('name') },
    { path: 'content.variants.0', message: message('grp') },
    { path: 'content.buttons.0.0.text', message: message('nn') },
    {
      path: 'content.buttons.0.0.url',
      message: 'An address is the same for everybody: variables are not replaced in it.',
    },
  ])
})

test('polls and buttons say the words of the run, too', async () => {
  const sending = await open({
    poll: { question: '{{group}} on {{date}}?', options: ['At {{time}}', 'Not at all'] },
  })
  await goOut(sending, '2026-06-01T10:00:00Z')
  await sending.startSending()
  await sending.sent(2)
  const polls = (await sending.sandbox.ledger()).map(({ poll }) => poll)
  expect(polls).toContainEqual({
    question: 'Choir 0 on 1 June 2026?',
    options: ['At 12:00', 'Not at all'],
  })
})

test('each run says one variant, in all of its groups and tries', async () => {
  const sending = await open(
    { text: 'One', variants: ['Two', 'Three'] },
    { kind: 'automated', schedule: { ...DAILY, seed: 7 } },
  )
  await sending.startSending()
  await goOut(sending, '2026-06-01T09:00:00Z')
  await sending.sent(2)
  expect(new Set(await texts(sending)).size).toBe(1)
  const runs: string[] = []
  for (let day = 2; day < 12; day++) {
    await goOut(sending, `2026-06-${String(day).padStart(2, '0')}T09:00:00Z`)
  }
  const { rows } = await sending.app.pool.query<{ draw: number }>(
    `select (run ->> 'draw')::float8 as draw from occurrences order by slot_at`,
  )
  for (const { draw } of rows) runs.push(['One', 'Two', 'Three'][Math.floor(draw * 3)]!)
  expect(new Set(runs).size).toBe(3)
})

test('a variant is held to the limits of its network, and a poll has none', async () => {
  const { user, input } = await open({ text: 'Hello' }, {}, 1)
  const { errors } = await checkBefore(
    user,
    input({ text: 'Hello', variants: ['x'.repeat(4_100), ' '] }),
  )
  expect(errors).toEqual([
    {
      path: 'content.variants.0',
      message: 'Telegram takes at most 4,096 characters; these are 4,100.',
    },
    { path: 'content.variants.1', message: 'Write something to send.' },
  ])
  const poll = { question: 'When?', options: ['Now', 'Later'] }
  expect(await checkBefore(user, input({ poll, variants: ['Why?'] }))).toMatchObject({
    errors: [{ path: 'content.variants' }],
  })
})

test('a network gets its own content instead, and is held to its own limits', async () => {
  const sending = await open({
    text: 'For all',
    overrides: { telegram: { text: 'For *Telegram* in {{group}}' } },
  })
  const { user, input } = sending
  const tooLong = { text: 'x'.repeat(5_000) }
  expect(
    await checkBefore(user, input({ text: 'For all', overrides: { telegram: tooLong } })),
  ).toMatchObject({ errors: [{ path: 'content.overrides.telegram.text' }] })
  // Only WhatsApp would get the long one, and no group is there.
  expect(
    await checkBefore(user, input({ ...tooLong, overrides: { telegram: { text: 'Short' } } })),
  ).toMatchObject({ errors: [] })
  await goOut(sending, '2026-06-01T10:00:00Z')
  await sending.startSending()
  await sending.sent(2)
  expect(await texts(sending)).toEqual(['For Telegram in Choir 0', 'For Telegram in Choir 1'])
})

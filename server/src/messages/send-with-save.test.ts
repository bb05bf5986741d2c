import type { Message } from '@carillon/contract/messages'
import { heldOpen } from '../../test/locks.ts'
import { giveMessage } from '../../test/message.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { createPosting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import type { UserContext } from '../platform/context.ts'
import { keepForm, readForm } from '../unsaved/actions.ts'
import { createMessage, readMessage, sendMessageNow, updateMessage } from './actions.ts'

/** The request of “Send now” in an editor: it saves a message with this text for these groups, and sends it at once. */
const sending = (groupIds: string[], text = 'Rehearsal at eight.') => ({
  ...messageInput(groupIds, { content: { kind: 'text', text }, schedule: undefined }),
  status: 'sending' as const,
})

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code, message, extra }: { code: string; message: string; extra: object }) => ({
      code,
      message,
      ...extra,
    }),
  )

/** The text of each delivery, and how it stands. */
const copies = async ({ pool }: TestApp) =>
  (
    await pool.query(
      `select d.status, c.body->>'text' as text from deliveries d
       join contents c on c.id = d.content_id order by text`,
    )
  ).rows

const queued = { status: 'queued', text: 'Rehearsal at eight.' }

const typed = (formId: string) => ({
  rev: null,
  device: 'phone',
  formId,
  base: '',
  version: 1,
  fields: { text: formId },
})

test('a new message that is sent with its save is asked twice, and goes once', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  await keepForm(user, 'new', typed('one'))
  const form = { formId: 'one', device: 'phone', attempt: 'first' }
  const ask = () => createMessage(user, { ...sending(groupIds), ...form })
  const both = await Promise.allSettled([ask(), ask()])
  const [made] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(made).toMatchObject({ status: 'sending', editedRev: 1, occurrence: { total: 2 } })
  const current = { id: made!.id, status: 'sending', sentBy: 'first' }
  const told = { current, attempt: 'first' }
  expect(refused).toMatchObject({ code: 'conflict', extra: told })
  expect(await refusal(ask())).toMatchObject({ code: 'conflict', ...told })
  expect(await copies(app)).toEqual([queued, queued])
  expect((await readForm(user, 'new', { formId: 'one' })).form).toBeNull()
})

test('a message to come that is changed and sent now is asked twice, and goes once and not at its time', async ({
  app,
}) => {
  const { user, groupIds, id, message } = await giveMessage(app, 2)
  await keepForm(user, id, typed('one'))
  const form = { formId: 'one', device: 'phone', attempt: 'first', rev: message.rev }
  const ask = (change = {}) => updateMessage(user, id, { ...sending(groupIds), ...form, ...change })
  const both = await Promise.allSettled([ask(), ask()])
  const [sent] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(sent).toMatchObject({ status: 'sending', nextAt: null, occurrence: { slotAt: null } })
  const current = {
    status: 'sending',
    content: { text: queued.text },
    occurrence: sent!.occurrence,
    sentBy: 'first',
  }
  expect(refused).toMatchObject({ code: 'conflict', extra: { current } })
  // A save of another device is refused with the name of the first save, and changes nothing.
  const other = { formId: 'two', device: 'desk', attempt: 'second' }
  expect(await refusal(ask(other))).toMatchObject({ code: 'conflict', current })
  expect((await readForm(user, id)).form).toBeNull()
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  expect(await copies(app)).toEqual([queued, queued])
})

test.for([
  ['a group that the bot has lost', loseGroups, /./],
  ['no words', async () => {}, /Write something to send/],
] as const)(
  'with %s both are refused: nothing is made, and what was to go at its time still does',
  async ([what, spoil, words], { app }) => {
    const { user, groupIds, id, message } = await giveMessage(app)
    const asked = sending(groupIds, what === 'no words' ? '' : undefined)
    const before = await readMessage(user, user, id)
    await keepForm(user, 'new', typed('new form'))
    await keepForm(user, id, typed('change'))
    await spoil(app)

    const form = { formId: 'new form', device: 'phone' }
    const told = { code: 'invalid', details: [{ message: expect.stringMatching(words) }] }
    expect(await refusal(createMessage(user, { ...asked, ...form }))).toMatchObject(told)
    const change = { ...asked, formId: 'change', device: 'phone', rev: message.rev }
    expect(await refusal(updateMessage(user, id, change))).toMatchObject(told)

    const { rows } = await app.pool.query('select id from messages')
    expect(rows).toEqual([{ id }])
    expect(await copies(app)).toEqual([])
    const { created, form: kept } = await readForm(user, 'new', { formId: 'new form' })
    expect([created, kept?.formId]).toEqual([null, 'new form'])
    expect((await readForm(user, id)).form?.formId).toBe('change')
    await app.pool.query(`update groups set status = 'active', reason = null`)
    expect(await readMessage(user, user, id)).toEqual(before)
    app.clock.moveTo('2026-06-01T10:00:00Z')
    await plan(app)
    expect(await copies(app)).toEqual([{ status: 'queued', text: 'Rehearsal at seven.' }])
    // It can be mended, and saved from the same form.
    await createMessage(user, { ...sending(groupIds), ...form })
  },
)

async function loseGroups({ pool }: TestApp) {
  await pool.query(`update groups set status = 'lost', reason = 'The bot was removed.'`)
}

test('an outdated change sends nothing', async ({ app }) => {
  const { user, groupIds, id, message } = await giveMessage(app)
  const change = { ...messageInput(groupIds), content: { kind: 'text' as const, text: 'At nine.' } }
  const { rev } = await updateMessage(user, id, { ...change, rev: message.rev })
  const told = await refusal(updateMessage(user, id, { ...sending(groupIds), rev: message.rev }))
  expect(told).toMatchObject({ code: 'conflict', current: { status: 'scheduled', rev } })
  expect(await copies(app)).toEqual([])
})

test('sent now in the moment of its own time it goes once, whichever comes first', async ({
  app,
}) => {
  const { user, groupIds, id, message } = await giveMessage(app)
  const ask = (as: UserContext, { id: of, rev }: Pick<Message, 'id' | 'rev'>) =>
    updateMessage(as, of, { ...sending(groupIds), rev })
  app.clock.moveTo('2026-06-01T09:59:59Z')
  // The person is first: the planner finds no time any more.
  const { slow, reached, release } = heldOpen(user)
  const sent = ask(slow, { id, rev: message.rev })
  await reached
  const planned = plan(app)
  release()
  await Promise.all([sent, planned])
  await plan(app)
  expect(await copies(app)).toEqual([queued])

  // The planner is first: the person is told that it is being sent.
  const other = await createMessage(user, messageInput(groupIds))
  await plan(app)
  const told = { code: 'conflict', current: { id: other.id, status: 'sending' } }
  expect(await refusal(ask(user, other))).toMatchObject(told)
  expect((await copies(app)).map(({ text }) => text)).toEqual([
    'Rehearsal at eight.',
    'Rehearsal at seven.',
  ])

  // Both at once, again and again.
  for (let n = 0; n < 10; n++) {
    app.clock.moveTo(new Date(app.clock.now().getTime() + 3_600_000))
    const at = new Date(app.clock.now().getTime() + 1_000).toISOString().slice(0, 19)
    const schedule = { timeZone: 'UTC', rule: { kind: 'once' as const, at } }
    const one = await createMessage(user, messageInput(groupIds, { schedule }))
    const before = (await copies(app)).length
    await Promise.allSettled([ask(user, one), plan(app)])
    await plan(app)
    expect(await copies(app)).toHaveLength(before + 1)
  }
})

test('it is sent as by two calls, also to quiet and muted groups, and to one that lost its rights', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app, { groups: 4 })
  const night = JSON.stringify({ from: '00:00', to: '23:59', mode: 'hold' })
  const set = (n: number, columns: string) =>
    app.pool.query(`update groups set ${columns} where id = $1`, [groupIds[n]])
  await set(0, `quiet_hours = '${night}', time_zone = 'UTC'`)
  await set(1, `status = 'muted'`)
  await set(2, `status = 'lost', reason = 'The bot was removed.'`)
  const draft = await createMessage(user, { ...sending(groupIds), status: 'draft' })
  const inTwo = await sendMessageNow(user, draft.id)
  const inOne = await createMessage(user, sending(groupIds))
  expect(inTwo.quietNow).toMatchObject({ held: 1 })
  const withoutIds = (message: Message) => ({
    ...message,
    id: '',
    lastResults: [],
    occurrence: { ...message.occurrence, id: '', sourceId: '' },
  })
  expect(withoutIds(inOne)).toEqual(withoutIds(inTwo))
})

test('a series is not sent with its save', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const rule = { kind: 'daily' as const, everyDays: 1, at: ['18:00'] }
  const schedule = { timeZone: 'Europe/Berlin', rule }
  const series = { ...sending(groupIds), kind: 'automated' as const, schedule }
  expect(await refusal(createMessage(user, series))).toMatchObject({
    code: 'invalid',
    details: [{ path: 'status' }],
  })
})

import { bellOf } from '../../test/bell.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { messageInput } from '../../test/message-input.ts'
import { plan } from '../../test/planning.ts'
import { resolveDelivery } from '../deliveries/api.ts'
import { endPending } from '../deliveries/store.ts'
import { createMessage, pauseMessage, readMessage, sendMessageNow } from '../messages/actions.ts'
import type { Input } from '../messages/checks.ts'
import { finishOccurrences } from '../occurrences/actions.ts'
import { skipWords } from '../occurrences/words.ts'
import { notifyUpcomingProblem, type SourceRef } from './actions.ts'

const input = (groupIds: string[], change: Partial<Input> = {}) =>
  messageInput(groupIds, { title: 'Rehearsal', ...change })

/** A message that has just been planned to so many groups; `before` is what happens until then. */
async function startSending(
  app: TestApp,
  groups: number,
  before: (owner: SourceRef) => Promise<void> = async () => {},
) {
  const { user, groupIds } = await createPosting(app, { groups })
  const message = await createMessage(user, input(groupIds))
  const owner: SourceRef = { source: 'message', sourceId: message.id, userId: user.user.id }
  app.clock.moveTo('2026-06-01T09:55:00Z')
  await before(owner)
  app.clock.moveTo('2026-06-01T10:00:00Z')
  await plan(app)
  const { rows } = await app.pool.query<{ id: string; occurrence_id: string }>(
    'select id, occurrence_id from deliveries order by id',
  )
  const [first] = rows
  return { user, message, owner, occurrenceId: first!.occurrence_id, ids: rows.map(({ id }) => id) }
}

/** Notifies that the run of this slot cannot go to one of its groups. */
const warn = ({ ctx }: TestApp, owner: SourceRef, slot: string) =>
  ctx.transaction((tx) =>
    notifyUpcomingProblem(ctx, tx, owner, {
      slotAt: new Date(slot),
      why: 'It is closed.',
      missing: 1,
      groups: 2,
    }),
  )

/** Ends these deliveries, as lanes do. */
const end = (
  { ctx }: TestApp,
  ids: string[],
  ended: Parameters<typeof endPending>[3] = {
    status: 'failed',
    code: 'no_rights',
    reason: 'The bot may not write there.',
  },
) => ctx.transaction((tx) => endPending(tx, ctx.clock.now(), { ids }, ended))

/** Marks the deliveries that are left as sent, and settles their occurrence. */
async function sendRest({ ctx, pool }: TestApp, occurrenceId: string) {
  const { rowCount } = await pool.query(
    `update deliveries set status = 'sent' where occurrence_id = $1 and status = 'queued'`,
    [occurrenceId],
  )
  await pool.query('update occurrences set sent = sent + $2 where id = $1', [
    occurrenceId,
    rowCount,
  ])
  await ctx.transaction((tx) => finishOccurrences(ctx, tx, [occurrenceId]))
}

test('success causes no notification', async ({ app }) => {
  const { user, occurrenceId } = await startSending(app, 2)
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toEqual([])
})

test('one notification names the groups that did not get it, and links to the run', async ({
  app,
}) => {
  const { user, message, occurrenceId, ids } = await startSending(app, 3)
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      kind: 'deliveries',
      title: '“Rehearsal” did not reach every group',
      message: expect.stringMatching(/^Choir -\d+ did not get it: the bot may not write there\.$/),
      link: `/dashboard/messages/edit/${message.id}`,
      count: 1,
    },
  ])
})

test('a run that no group got, or none in time, is notified', async ({ app }) => {
  const { user, occurrenceId, ids } = await startSending(app, 2)
  await end(app, ids.slice(1), {
    status: 'skipped',
    code: 'late',
    reason: 'It was not sent: its time had passed.',
  })
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” was not sent',
      message: expect.stringMatching(
        /^None of the 2 groups got it\. Choir -\d+: the bot may not write there\.$/,
      ),
    },
  ])
})

test('what was missed for a restricted number names the number, and does not advise to send it now', async ({
  app,
}) => {
  const { user, message, occurrenceId, ids } = await startSending(app, 1)
  const reason = 'The number is restricted. It is not sent: by then its time has passed.'
  await end(app, ids, { status: 'skipped', code: 'late', reason })
  await sendRest(app, occurrenceId)
  const why = /^Choir -\d+ did not get it: the number is restricted\. .* passed\./
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” was not sent',
      message: expect.stringMatching(new RegExp(`${why.source} Give it a new time\\.$`)),
    },
  ])
  const { status, attention } = await readMessage(user, user, message.id)
  expect(status).toBe('missed')
  expect(attention).toMatchObject({ text: expect.stringMatching(why) })
})

test('a message that the daily limit of its group passed over says so, and rings no bell', async ({
  app,
}) => {
  const { user, message, occurrenceId, ids } = await startSending(app, 1)
  await end(app, ids, { status: 'skipped', code: 'cap', reason: skipWords.cap })
  await sendRest(app, occurrenceId)
  expect(await readMessage(user, user, message.id)).toMatchObject({
    status: 'failed',
    attention: {
      text: expect.stringMatching(/^Choir -\d+ did not get it: the group had as many messages/),
    },
  })
  expect(await bellOf(user)).toEqual([])
})

test('the message shows the same words as the bell, with the action that helps', async ({
  app,
}) => {
  const { user, message, occurrenceId, ids } = await startSending(app, 1)
  await end(app, ids)
  await sendRest(app, occurrenceId)
  const [item] = await bellOf(user)
  const { attention } = await readMessage(user, user, message.id)
  expect(attention).toMatchObject({ text: item!.message, action: { label: 'Fix' } })
})

test('a person is asked about a delivery that may have arrived', async ({ app }) => {
  const { user, occurrenceId, ids } = await startSending(app, 2)
  await app.pool.query('update deliveries set doubtful = true where id = $1', [ids[0]])
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” may not have arrived',
      message: expect.stringMatching(
        /^Choir -\d+ may have it: the network did not answer\. Look there, then/,
      ),
    },
  ])
})

test('the notification of a run is settled once no delivery of it is in doubt', async ({ app }) => {
  const { user, occurrenceId, ids } = await startSending(app, 2, (owner) =>
    warn(app, owner, '2026-06-01T10:00:00Z'),
  )
  await app.pool.query('update deliveries set doubtful = true where id = $1', [ids[0]])
  await end(app, ids.slice(0, 1))
  await sendRest(app, occurrenceId)
  const doubted = { title: '“Rehearsal” may not have arrived' }
  // It replaces the earlier notification.
  expect(await bellOf(user)).toMatchObject([{ ...doubted, isRead: false }])
  await resolveDelivery(user, ids[0]!, 'sent')
  expect(await bellOf(user)).toMatchObject([
    { ...doubted, isRead: true, message: expect.stringMatching(/^Settled: nothing of it/) },
  ])
})

test('the notification of a message that failed is settled once a later send has reached all', async ({
  app,
}) => {
  const { user, message, occurrenceId, ids } = await startSending(app, 1)
  await end(app, ids)
  await sendRest(app, occurrenceId)
  const failed = { title: '“Rehearsal” was not sent' }
  expect(await bellOf(user)).toMatchObject([{ ...failed, isRead: false }])
  // The later of two tries is told by when it was made.
  app.clock.moveTo('2026-06-01T10:05:00Z')
  const { occurrence } = await sendMessageNow(user, message.id)
  await sendRest(app, occurrence!.id)
  expect(await bellOf(user)).toMatchObject([
    { ...failed, isRead: true, message: expect.stringMatching(/^Settled: it was sent/) },
  ])
})

test('a notification from before the run is settled once all groups have it', async ({ app }) => {
  const { user, occurrenceId } = await startSending(app, 2, (owner) =>
    warn(app, owner, '2026-06-01T10:00:00Z'),
  )
  expect(await bellOf(user)).toMatchObject([{ isRead: false }])
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    {
      title: '“Rehearsal” cannot go to 1 of its 2 groups',
      message: expect.stringMatching(/^Settled: its time has passed/),
      isRead: true,
    },
  ])
})

test('the notification of the next run stays open when an earlier run ends', async ({ app }) => {
  const { user, owner, occurrenceId, ids } = await startSending(app, 2)
  app.clock.advance(60_000)
  await warn(app, owner, '2026-06-01T10:10:00Z')
  await end(app, ids.slice(0, 1), { status: 'skipped', code: 'canceled', reason: 'Stopped.' })
  await sendRest(app, occurrenceId)
  expect(await bellOf(user)).toMatchObject([
    { title: '“Rehearsal” cannot go to 1 of its 2 groups', isRead: false },
  ])
})

test('many runs that were missed while the server was down are one notification', async ({
  app,
}) => {
  const { user, groupIds } = await createPosting(app)
  for (const title of ['One', 'Two', 'Three']) await createMessage(user, input(groupIds, { title }))
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  expect(await bellOf(user)).toMatchObject([
    {
      title: expect.stringMatching(/^3 messages were not sent, among them “(One|Two|Three)”$/),
      message: 'Their times had passed before they could go out.',
      link: '/dashboard/messages/scheduled',
      count: 3,
    },
  ])
})

test('a message without a title is named by its first words', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const text = `Bring ${'very '.repeat(20)}warm clothes.`
  const { title: _, ...untitled } = input(groupIds, { content: { kind: 'text', text } })
  await createMessage(user, untitled)
  app.clock.moveTo('2026-06-01T11:00:00Z')
  await plan(app)
  expect((await bellOf(user))[0]?.title).toMatch(/^“Bring very .*…” was not sent$/)
})

test('a person gets no notification of what they stopped', async ({ app }) => {
  const { user, message } = await startSending(app, 2)
  await pauseMessage(user, message.id)
  expect(await bellOf(user)).toEqual([])
})

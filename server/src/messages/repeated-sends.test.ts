import { expect, test, type TestApp } from '../../test/test-app.ts'
import { someoneWaits } from '../../test/locks.ts'
import { createPosting } from '../../test/posting.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { removeGroup } from '../groups/actions.ts'
import type { UserContext } from '../platform/context.ts'
import * as messages from './actions.ts'
import { deleteMessage } from './deletion.ts'
import { checkBefore } from './preflight.ts'
import { finishOccurrences } from '../occurrences/actions.ts'

const draft = (groupIds: string[]) => ({
  kind: 'scheduled' as const,
  content: { kind: 'text' as const, text: 'Rehearsal at seven.' },
  groupIds,
  schedule: {
    timeZone: 'Europe/Berlin',
    rule: { kind: 'once' as const, at: '2026-06-01T12:00' },
  },
  catchUpMinutes: 15,
  onUnconfirmed: 'ask' as const,
  overlap: 'skip' as const,
  pauseAfterFailures: 5,
  status: 'draft' as const,
})

/** A message of which the first copy is on the wire while it is paused. */
async function givePaused(app: TestApp): Promise<{ user: UserContext; id: string }> {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const { id } = await messages.createMessage(user, draft(groupIds))
  await messages.sendMessageNow(user, id)
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, opened_at = $2 where group_id = $1`,
    [groupIds[0], app.clock.now()],
  )
  expect((await messages.pauseMessage(user, id)).status).toBe('paused')
  return { user, id }
}

test.for([
  ['resumed', messages.resumeMessage],
  ['sent now', messages.sendMessageNow],
  ['given another time', reschedule],
  ['saved and sent now', (user: UserContext, id: string) => reschedule(user, id, 'sending')],
] as const)(
  'what was paused with a copy on the wire is not %s before that has ended',
  async ([, verb], { app }) => {
    const { user, id } = await givePaused(app)
    await expect(verb(user, id)).rejects.toMatchObject({ code: 'conflict' })
  },
)

async function reschedule(user: UserContext, id: string, status: 'active' | 'sending' = 'active') {
  const { rev, groupIds } = await messages.readMessage(user, user, id)
  return messages.updateMessage(user, id, { ...draft(groupIds), status, rev })
}

/** A message that one of its three groups has, another may have, and the last has not. */
async function givePartlySent(app: TestApp) {
  const { user, groupIds } = await createPosting(app, { groups: 3 })
  const { id } = await messages.createMessage(user, draft(groupIds))
  await messages.sendMessageNow(user, id)
  for (const [n, status] of ['sent', 'unconfirmed', 'failed'].entries()) {
    await app.pool.query('update deliveries set status = $2 where group_id = $1', [
      groupIds[n],
      status,
    ])
  }
  await app.pool.query('update occurrences set sent = 1, unconfirmed = 1, failed = 1')
  const { rows } = await app.pool.query('select id from occurrences')
  await app.ctx.transaction((tx) => finishOccurrences(app.ctx, tx, [rows[0].id]))
  expect((await messages.readMessage(user, user, id)).status).toBe('partly_sent')
  return { user, groupIds, id }
}

test('another time is for the groups that have not got it, unless groups are chosen anew', async ({
  app,
}) => {
  const { user, groupIds, id } = await givePartlySent(app)
  const again = await reschedule(user, id)
  expect(again).toMatchObject({ status: 'scheduled', groupIds: [groupIds[2]] })
  // Those that have it are not forgotten.
  const named = expect.arrayContaining(groupIds)
  expect(again.reach).toEqual({ groups: 2, of: 3, unsure: 1, groupIds: named, left: 1 })

  await app.pool.query(`update messages set status = 'partly_sent'`)
  const chosen = { ...draft(groupIds), status: 'active' as const, rev: again.rev }
  expect((await messages.updateMessage(user, id, chosen)).groupIds).toEqual(groupIds)
})

test('a removed group makes nobody get it twice: where all that are left have it, it is refused', async ({
  app,
}) => {
  const { user, groupIds, id } = await givePartlySent(app)
  const left = groupIds.slice(0, 2)
  await removeGroup(user, groupIds[2]!)
  // What waits for an answer is told before that.
  const unsure = (await messages.readMessage(user, user, id)).attention
  expect(unsure).toMatchObject({ code: 'unconfirmed' })
  await app.pool.query(
    `update messages set attention = jsonb_set(attention, '{code}', '"partly_sent"')`,
  )
  const { rev, reach, attention } = await messages.readMessage(user, user, id)
  expect(attention?.text).toBe('The group that did not get it was removed.')
  // No page offers what would be refused.
  expect(reach).toMatchObject({ groups: 2, of: 3, left: 0 })
  await expect(
    messages.updateMessage(user, id, { ...draft(left), status: 'active', rev }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^All of its groups/),
  })
  const told = await checkBefore(user, { ...draft(left), messageId: id })
  expect(told).toMatchObject({ reached: left, forecast: null, errors: [{ path: 'groupIds' }] })
})

test('other words, saved and sent now, go to the groups that have not got it', async ({ app }) => {
  const { user, groupIds, id } = await givePartlySent(app)
  const { rev } = await messages.readMessage(user, user, id)
  const content = { kind: 'text' as const, text: 'Rehearsal at eight.' }
  app.clock.advance(60_000)
  const sent = { ...draft(groupIds), status: 'sending' as const, content, rev }
  const { occurrence } = await messages.updateMessage(user, id, sent)
  const { rows } = await app.pool.query(
    'select group_id, status from deliveries where occurrence_id = $1',
    [occurrence?.id],
  )
  expect(rows).toEqual([{ group_id: groupIds[2], status: 'queued' }])
})

test('before it is given another time, only what the groups without it get is told', async ({
  app,
}) => {
  const { user, groupIds, id } = await givePartlySent(app)
  const [first, second, third] = groupIds
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, refuses, updated_at)
     select account_id, external_id, title, kind, true, '{pin}', updated_at from groups`,
  )
  const content = { kind: 'text' as const, text: 'Hello', options: { pin: 'silent' as const } }
  const asked = { ...draft(groupIds), schedule: undefined, content }
  const told = await checkBefore(user, { ...asked, messageId: id })
  expect(told).toMatchObject({ reached: [first, second], forecast: { sends: 1 } })
  expect(told.warnings).toMatchObject([{ code: 'kind_forbidden', groupId: third }])
  // To groups that are chosen anew it goes as chosen; a new message has no earlier send.
  for (const other of [
    { ...asked, groupIds: [first!, second!], messageId: id },
    { ...asked, groupIds: [first!, second!] },
  ]) {
    expect(await checkBefore(user, other)).toMatchObject({ reached: [], forecast: { sends: 2 } })
  }
})

test('what a pause took back can be tried again, group by group', async ({ app }) => {
  const { user, groupIds } = await createPosting(app, { groups: 2 })
  const { id } = await messages.createMessage(user, draft(groupIds))
  await messages.sendMessageNow(user, id)
  await messages.pauseMessage(user, id)
  const { rows } = await app.pool.query('select id from deliveries')
  expect(await retryDelivery(user, rows[0].id)).toMatchObject({ status: 'queued' })
})

test('a draft that is deleted while it is sent now is not sent', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const { id } = await messages.createMessage(user, draft(groupIds))
  const held = Promise.withResolvers<void>()
  const planned = Promise.withResolvers<void>()
  const slow: UserContext = {
    ...user,
    transaction: (work) =>
      user.transaction(async (tx) => {
        const result = await work(tx)
        planned.resolve()
        await held.promise
        return result
      }),
  }
  const sending = messages.sendMessageNow(slow, id)
  await planned.promise
  const deleting = deleteMessage(user, id)
  // It waits for the one that sends, wherever it has come to.
  await someoneWaits(app)
  held.resolve()
  await Promise.all([sending, deleting])
  const { rows } = await app.pool.query('select status from deliveries')
  expect(rows).toEqual([{ status: 'skipped' }])
})

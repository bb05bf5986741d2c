import { cycleInput } from '../../test/cycle-input.ts'
import { heldOpen } from '../../test/locks.ts'
import { messageInput } from '../../test/message-input.ts'
import { createPosting, type Posting } from '../../test/posting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createCycle } from '../cycles/actions.ts'
import { planDeliveries, openOccurrences } from '../deliveries/actions.ts'
import { listDeliveries } from '../deliveries/api.ts'
import { deliveryData } from '../deliveries/user-data.ts'
import { createSet, listSets } from '../group-sets/actions.ts'
import { createMessage } from '../messages/actions.ts'
import { deleteMessage } from '../messages/deletion.ts'
import { days, hours, minutes } from '../platform/clock.ts'
import { keepForm } from '../unsaved/actions.ts'
import { addGroup, listGroups, listRemoved, removeGroup } from './actions.ts'
import { forgetRemovedGroups } from './removed.ts'

const going = new AbortController().signal
const forget = ({ ctx }: TestApp) => forgetRemovedGroups(ctx, going)

/** The groups that are still stored. */
const stored = async ({ pool }: TestApp) =>
  (await pool.query<{ id: string }>('select id from groups order by id')).rows.map(({ id }) => id)

async function removeAll({ user, groupIds }: Posting) {
  for (const id of groupIds) await removeGroup(user, id)
}

test('a removed group is forgotten 180 days after its removal, and no other group with it', async ({
  app,
}) => {
  const ida = await createPosting(app, { groups: 2 })
  const ole = await createPosting(app)
  await removeGroup(ida.user, ida.groupIds[0]!)
  app.clock.advance(days(2))
  await removeAll(ole)
  app.clock.advance(days(178) - minutes(1))
  await forget(app)
  expect(await stored(app)).toHaveLength(3)
  app.clock.advance(minutes(2))
  await forget(app)
  expect(await stored(app)).toEqual([ida.groupIds[1]!, ...ole.groupIds].toSorted())
  app.clock.advance(days(2))
  await forget(app)
  expect(await stored(app)).toEqual([ida.groupIds[1]])
})

test('as long as anything names a removed group it stays, and what names it does not change', async ({
  app,
}) => {
  const posting = await createPosting(app, { groups: 10 })
  const { user, groupIds, accountId } = posting
  const [sent, draft, deleted, cycle, set, form, photo, delivered, unconfirmed, unnamed] =
    groupIds as [string, ...string[]]
  await createMessage(user, messageInput([sent]))
  await createMessage(user, messageInput([draft!], { status: 'draft' }))
  await createCycle(user, cycleInput([cycle!]))
  await createSet(user, { name: 'Teams', groupIds: [set!] })
  await deliver(app, posting, delivered!, 'sent')
  await deliver(app, posting, unconfirmed!, 'unconfirmed')
  await removeAll(posting)
  app.clock.advance(days(181))
  const { id } = await createMessage(user, messageInput([], { status: 'draft' }))
  await app.pool.query('insert into message_groups values ($1, $2, 1)', [id, deleted])
  await deleteMessage(user, id)
  const fields = { groupIds: [form] }
  await keepForm(user, 'new', { rev: 0, device: 'd', base: '', version: 1, fields })
  await givePhoto(app, posting, photo!)

  const counts = `select
    (select count(*)::int from message_groups) as messages,
    (select count(*)::int from cycle_groups) as cycles,
    (select count(*)::int from deliveries) as deliveries`
  const before = (await app.pool.query(counts)).rows
  expect(before).toEqual([{ messages: 3, cycles: 1, deliveries: 2 }])
  await forget(app)
  expect(await stored(app)).toEqual(groupIds.filter((one) => one !== unnamed).toSorted())
  expect((await app.pool.query(counts)).rows).toEqual(before)
  expect(await listSets(user)).toMatchObject([{ gone: [expect.any(String)] }])
  // Results are shown and exported as before.
  expect((await listDeliveries(user, { limit: 9 })).items).toHaveLength(2)
  const exported = []
  for await (const page of deliveryData.export(user, user.user.id)) exported.push(...page)
  expect(exported).toHaveLength(2)

  for (const table of [
    'message_groups',
    'cycle_groups',
    'deliveries',
    'group_sets',
    'unsaved_forms',
  ]) {
    await app.pool.query(`delete from ${table}`)
  }
  await app.pool.query('update groups set photo_id = null')
  await forget(app)
  expect(await stored(app)).toEqual([])
  expect((await app.pool.query('select id from accounts')).rows).toEqual([{ id: accountId }])
})

test('there may be more than one slice', async ({ app }) => {
  const ida = await createPosting(app, { groups: 700 })
  const ole = await createPosting(app, { groups: 700 })
  await app.pool.query("update groups set status = 'removed'")
  await deliver(app, ida, ida.groupIds[350]!, 'sent')
  await deliver(app, ole, ole.groupIds[699]!, 'sent')
  app.clock.advance(days(181))
  await forget(app)
  expect(await stored(app)).toEqual([ida.groupIds[350]!, ole.groupIds[699]!].toSorted())
  expect((await app.pool.query('select id from deliveries')).rows).toHaveLength(2)
})

test('a group that is named at the same moment stays', async ({ app }) => {
  const posting = await createPosting(app, { groups: 2 })
  const [first] = posting.groupIds
  const { id } = await createMessage(posting.user, messageInput([], { status: 'draft' }))
  await removeAll(posting)
  app.clock.advance(days(181))
  const { slow, reached, release } = heldOpen(app.ctx)
  const named = slow.transaction(async (tx) => {
    await tx.db
      .insertInto('messageGroups')
      .values({ messageId: id, groupId: first!, position: 1 })
      .execute()
  })
  await reached
  await forget(app)
  expect(await stored(app)).toEqual([first])
  release()
  await named
  await forget(app)
  expect(await stored(app)).toEqual([first])
})

test('a chat that was forgotten can be chosen again', async ({ app }) => {
  const chats = ['-100777']
  const { user, accountId, groupIds } = await createPosting(app, { chats })
  await app.pool.query(
    `insert into chats (account_id, external_id, title, kind, can_post, updated_at)
     values ($1, $2, 'Choir', 'group', true, now())`,
    [accountId, chats[0]],
  )
  const [connection] = (await app.pool.query('select id from connections')).rows
  await removeGroup(user, groupIds[0]!)
  // The color of a removed group stays taken.
  expect(await listRemoved(user)).toEqual(groupIds)
  app.clock.advance(days(180) + hours(1))
  await forget(app)
  expect(await stored(app)).toEqual([])
  const again = await addGroup(user, { connectionId: connection.id, externalId: chats[0]! })
  expect(await listGroups(user)).toMatchObject([{ id: again.id, status: 'active' }])
})

/** An occurrence of a message that is gone, of which one group has a delivery. */
async function deliver(
  { ctx, pool, clock }: TestApp,
  { user, contentId }: Posting,
  groupId: string,
  status: 'sent' | 'unconfirmed',
) {
  const dueAt = clock.now()
  await ctx.transaction(async (tx) => {
    const [occurrenceId] = await openOccurrences(ctx, tx, [
      {
        userId: user.user.id,
        source: 'message',
        sourceId: ctx.ids.next(),
        scheduleId: null,
        slotAt: null,
        dueAt,
        onUnconfirmed: 'ask',
      },
    ])
    const deliveries = [{ part: 0, contentId, groupId, topicId: null }]
    const one = {
      occurrenceId: occurrenceId!,
      dueAt,
      catchUpMs: minutes(15),
      deliveries,
      continuesAt: null,
    }
    await planDeliveries(ctx, tx, [one])
  })
  await pool.query('update deliveries set status = $2 where group_id = $1', [groupId, status])
}

async function givePhoto({ ctx, pool, clock }: TestApp, { user }: Posting, groupId: string) {
  const id = ctx.ids.next()
  await pool.query(
    `insert into media (id, user_id, purpose, status, name, alt, bytes, parts, created_at, updated_at)
     values ($1, $2, 'group', 'pending', 'group', '', 1, 0, $3, $3)`,
    [id, user.user.id, clock.now()],
  )
  await pool.query('update groups set photo_id = $2 where id = $1', [groupId, id])
}

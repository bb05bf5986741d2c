import { expect, test } from 'vitest'
import { messageInput } from '../../../test/message-input.ts'
import { readToday } from '../../calendar/actions.ts'
import { openSending } from '../../../test/sending.ts'
import { readDelivery, retryDelivery } from '../../deliveries/api.ts'
import { presentDelivery } from '../../deliveries/present.ts'
import { changeGroup, getGroup } from '../../groups/actions.ts'
import { createMessage, readMessage, sendMessageNow } from '../../messages/actions.ts'
import { deleteMessage } from '../../messages/deletion.ts'
import { after, hours } from '../../platform/clock.ts'
import type { UserContext } from '../../platform/context.ts'
import { createUser, updateUser } from '../../users/actions.ts'
import { delayOrSkip, sendAnyway } from './actions.ts'
import { findDue } from '../lanes/lanes-store.ts'

/** Quiet hours at the time of the tests: it is 10:00 in Berlin, the user's time zone. */
const MORNING = { from: '09:00', to: '12:00', mode: 'hold' as const }
const NOON = '2026-06-01T10:00:00.000Z'

/** Sends a message to a group in its quiet hours, and waits until the delivery waits or is skipped. */
async function sendIntoQuietHours(
  quietHours: Parameters<typeof changeGroup>[2]['quietHours'] = MORNING,
) {
  const sending = await openSending()
  const posting = await sending.posting()
  const { app, ctx } = sending
  const user: UserContext = {
    ...posting.user,
    ...ctx,
    occurrencesChanged: app.ctx.occurrencesChanged,
  }
  const [groupId] = posting.groupIds
  const change = async (rules: Omit<Parameters<typeof changeGroup>[2], 'rev'>) =>
    changeGroup(user, groupId!, { rev: (await getGroup(user, groupId!)).rev, ...rules })
  await change({ quietHours })
  const { id } = await createMessage(user, messageInput(posting.groupIds))
  const { occurrence } = await sendMessageNow(user, id)
  const { rows } = await app.pool.query<{ id: string }>('select id from deliveries')
  const deliveryId = rows[0]!.id
  await sending.startSending()
  await sending.reached(deliveryId, quietHours?.mode === 'skip' ? 'skipped' : 'waiting')
  return { sending, user, change, id, occurrenceId: occurrence!.id, deliveryId }
}

test('a message that waits for quiet hours says until when', async () => {
  const { sending, user, id, deliveryId } = await sendIntoQuietHours()
  expect(await readMessage(user, user, id)).toMatchObject({
    quietNow: { held: 1, skipped: 0, until: NOON },
    occurrence: {
      pending: 1,
      waiting: {
        count: 1,
        until: NOON,
        code: 'quiet_hours',
        lastCode: 'quiet_hours',
        groupIds: [expect.any(String)],
      },
    },
  })
  // Today does not call it sending.
  expect((await readToday(user)).sends).toMatchObject([
    { sourceId: id, waitsUntil: NOON, waitsFor: 'quiet_hours' },
  ])
  expect(presentDelivery(await readDelivery(user, deliveryId))).toMatchObject({
    status: 'waiting',
    reason: 'Its group has quiet hours.',
    waitsUntil: NOON,
  })
  // If its account is restricted for longer, both are told.
  const until = '2026-06-01T15:00:00.000Z'
  await sending.app.pool.query(`update accounts set status = 'restricted', restricted_until = $1`, [
    until,
  ])
  expect(presentDelivery(await readDelivery(user, deliveryId))).toMatchObject({
    reason:
      'Its group has quiet hours. After that the network lets its account send nothing for a time.',
    waitsUntil: until,
  })
})

test('a delivery that waits for quiet hours is sent when they are removed, and is not late', async () => {
  const { sending, change, deliveryId } = await sendIntoQuietHours()
  sending.app.clock.moveTo('2026-06-01T08:45:00Z')
  await change({ quietHours: null })
  await sending.reached(deliveryId, 'sent')
  const { due_at: dueAt, sent_at: sentAt } = await sending.row(deliveryId)
  expect(dueAt).toEqual(sentAt)
})

test('a delivery that waits for quiet hours waits for the new ones when they are changed', async () => {
  const { user, sending, change, id } = await sendIntoQuietHours()
  sending.app.clock.moveTo('2026-06-01T08:45:00Z')
  await change({ quietHours: { ...MORNING, to: '11:00' } })
  await expect
    .poll(async () => (await readMessage(user, user, id)).occurrence?.waiting?.until)
    .toBe('2026-06-01T09:00:00.000Z')
})

test.for([
  ['when the user changes the zone', updateUser],
  ['when the user signs in and has no profile yet', createUser],
] as const)("quiet hours in the user's time zone move %s", async ([, change]) => {
  const { user, sending, deliveryId } = await sendIntoQuietHours()
  await change(user, { timeZone: 'America/New_York' })
  await sending.reached(deliveryId, 'sent')
  expect(await sending.row(deliveryId)).toMatchObject({ status: 'sent' })
})

test('a person may send anyway, in quiet hours and over the limit of a day', async () => {
  const { user, sending, change, id, occurrenceId, deliveryId } = await sendIntoQuietHours()
  await change({ dailyCap: 1 })
  const other = await sending.app.person({ tier: 'pro' })
  const theirs = { ...user, user: other.user }
  await expect(sendAnyway(theirs, occurrenceId)).rejects.toMatchObject({ code: 'not_found' })
  expect(await sendAnyway(user, occurrenceId)).toMatchObject({ id: occurrenceId, waiting: null })
  await sending.reached(deliveryId, 'sent')
  await expect.poll(async () => (await readMessage(user, user, id)).occurrence?.status).toBe('done')
  await expect(sendAnyway(user, occurrenceId)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This run has ended: nothing of it is waiting.',
  })
})

test('what was deleted is not sent anyway', async () => {
  const { user, id, occurrenceId } = await sendIntoQuietHours()
  await deleteMessage(user, id)
  await expect(sendAnyway(user, occurrenceId)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The message or cycle of this run was deleted.',
  })
})

test('a delivery that quiet hours skipped is sent when a person retries it', async () => {
  const { user, sending, deliveryId } = await sendIntoQuietHours({ ...MORNING, mode: 'skip' })
  await retryDelivery(user, deliveryId)
  await sending.reached(deliveryId, 'sent')
  expect(await sending.row(deliveryId)).toMatchObject({ status: 'sent' })
  // The other groups of the same send keep their rules.
  const { rows } = await sending.app.pool.query('select ignores_rules from occurrences')
  expect(rows).toEqual([{ ignores_rules: false }])
})

test("a delivery is checked again if the group's rules changed after the lane checked it", async () => {
  const { user, sending, change, occurrenceId } = await sendIntoQuietHours()
  const { ctx, app } = sending
  await app.pool.query(`update deliveries set status = 'queued', not_before = due_at`)
  const { rows } = await app.pool.query<{ id: string; epoch: number }>(
    'select id, epoch from accounts',
  )
  const { id: accountId, epoch } = rows[0]!
  const later = after(ctx.clock.now(), hours(3))
  const judged = async () => {
    const look = { accountId, afterUser: '', users: 1, perUser: 1, alreadyRead: [], aheadMs: 0 }
    return (await findDue(ctx, later, [look]))[0]!.due!
  }
  const until = { until: later, why: 'quiet_hours', reason: 'It waits.' } as const
  const before = await judged()
  await change({ quietHours: { ...MORNING, to: '11:00' } })
  const owner = { id: accountId, epoch }
  const again = (id: string) => ({ changed: [], again: new Set([id]) })
  const held = { owner, delivery: before, obstacle: until }
  expect(await delayOrSkip(ctx, [held])).toEqual(again(before.id))
  const now = await judged()
  await sendAnyway(user, occurrenceId)
  const skipped = { owner, delivery: now, obstacle: { skip: 'cap' as const } }
  expect(await delayOrSkip(ctx, [skipped])).toEqual(again(now.id))
  expect(await sending.row(now.id)).toMatchObject({ status: 'queued' })
})

import { expect, test, type TestApp } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { minutes } from '../platform/clock.ts'
import { openOccurrences, planDeliveries } from './actions.ts'
import * as api from './api.ts'
import { presentDelivery } from './present.ts'
import { noteMemberReceipts } from './member-receipts.ts'

async function planOne(app: TestApp) {
  const { user, accountId, groupIds, contentId } = await createPosting(app, { groups: 1 })
  const dueAt = app.clock.now()
  const opening = {
    userId: user.user.id,
    source: 'message' as const,
    sourceId: app.ctx.ids.next(),
    scheduleId: null,
    slotAt: null,
    dueAt,
    onUnconfirmed: 'ask' as const,
  }
  await user.transaction(async (tx) => {
    const [occurrenceId] = await openOccurrences(user, tx, [opening])
    const deliveries = groupIds.map((groupId) => ({ part: 0, contentId, groupId, topicId: null }))
    await planDeliveries(user, tx, [
      { occurrenceId: occurrenceId!, dueAt, catchUpMs: minutes(15), deliveries, continuesAt: null },
    ])
  })
  const { items } = await api.listDeliveries(user, { limit: 10 })
  const { id: deliveryId } = items[0]!
  const shown = async () => presentDelivery(await api.readDelivery(user, deliveryId)).memberReceipts
  return { user, accountId, deliveryId, shown }
}

test('members who reported a delivery are counted, and the counts never go down', async ({
  app,
}) => {
  const { accountId, deliveryId, shown } = await planOne(app)
  expect(await shown()).toBeNull()
  const note = (delivered: number, read: number, members?: number) =>
    noteMemberReceipts(app.ctx, accountId, [
      { deliveryId, delivered, read, ...(members === undefined ? {} : { members }) },
    ])
  await note(41, 17, 52)
  expect(await shown()).toEqual({ delivered: 41, read: 17, members: 52 })
  await note(3, 2)
  expect(await shown()).toEqual({ delivered: 41, read: 17, members: 52 })
  // Somebody has come since then.
  await note(53, 20, 52)
  expect(await shown()).toEqual({ delivered: 52, read: 20, members: 52 })
})

test('an account counts nothing for deliveries of another one', async ({ app }) => {
  const { deliveryId, shown } = await planOne(app)
  await noteMemberReceipts(app.ctx, app.ctx.ids.next(), [{ deliveryId, delivered: 1, read: 1 }])
  expect(await shown()).toBeNull()
})

import { expect, test } from '../../test/test-app.ts'
import { createPosting } from '../../test/posting.ts'
import { openOccurrences, planDeliveries } from '../deliveries/actions.ts'
import { restoreLanes } from './recovery.ts'

test('a delivery that has lost its place in its lane gets it back', async ({ app }) => {
  const { ctx, pool } = app
  const { user, groupIds, contentId } = await createPosting(app, { groups: 3 })
  const dueAt = ctx.clock.now()
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
    const deliveries = groupIds.map((groupId) => ({ part: 0, contentId, groupId, topicId: null }))
    const slice = {
      occurrenceId: occurrenceId!,
      dueAt,
      catchUpMs: 1_000,
      deliveries,
      continuesAt: null,
    }
    await planDeliveries(ctx, tx, [slice])
  })
  const places = async () => (await pool.query('select * from lane_entries order by 4')).rows
  const all = await places()
  expect(all).toHaveLength(3)
  await pool.query('delete from lane_entries where delivery_id <> $1', [all[0].delivery_id])
  await restoreLanes(ctx)
  expect(await places()).toEqual(all)
  // A delivery that has ended has none, and gets none.
  await pool.query(`update deliveries set status = 'sent'`)
  await restoreLanes(ctx)
  expect(await places()).toEqual([])
})

import { openOccurrences, planDeliveries } from '../src/deliveries/actions.ts'
import { minutes } from '../src/platform/clock.ts'
import type { Context } from '../src/platform/context.ts'
import { openAttempts } from '../src/sending/attempts/attempts-store.ts'
import { createPosting } from './posting.ts'
import type { TestApp } from './test-app.ts'

export type Lane = {
  ctx: Context
  accountId: string
  contentId: string
  ids: string[]
  userId: string
}

/** Deliveries of an account that another process owned with epoch 1: queued, unless they are opened. */
export async function giveLane(
  app: TestApp,
  options: {
    channel?: 'telegram-bot' | 'whatsapp'
    groups?: number
    policy?: 'ask' | 'resend' | 'assume_sent'
    parts?: number
  } = {},
): Promise<Lane> {
  const { channel = 'telegram-bot', groups = 3, policy = 'ask', parts = 1 } = options
  const { ctx } = app
  const posting = await createPosting(app, { channel, groups })
  await app.pool.query('update accounts set epoch = 1 where id = $1', [posting.accountId])
  const now = app.clock.now()
  const userId = posting.user.user.id
  const occurrenceId = await ctx.transaction(async (tx) => {
    const [id] = await openOccurrences(ctx, tx, [
      {
        userId,
        source: 'message',
        sourceId: ctx.ids.next(),
        scheduleId: null,
        slotAt: null,
        dueAt: now,
        onUnconfirmed: policy,
      },
    ])
    const deliveries = Array.from({ length: parts }, (_, part) =>
      posting.groupIds.map((groupId) => ({
        part,
        contentId: posting.contentId,
        groupId,
        topicId: null,
      })),
    ).flat()
    const slice = {
      occurrenceId: id!,
      dueAt: now,
      catchUpMs: minutes(15),
      deliveries,
      continuesAt: null,
    }
    await planDeliveries(ctx, tx, [slice])
    return id!
  })
  const { rows } = await app.pool.query(
    `select id from deliveries where occurrence_id = $1
     order by part, array_position($2::uuid[], group_id)`,
    [occurrenceId, posting.groupIds],
  )
  const { accountId, contentId } = posting
  return { ctx, accountId, contentId, ids: rows.map(({ id }) => id), userId }
}

/** Opens attempts of these deliveries by the owner of that epoch. */
export async function openAll({ ctx, accountId, contentId }: Lane, ids: string[], epoch = 1) {
  const rows = ids.map((id) => ({ id, accountId, attempt: 0, contentId, receipt: null }))
  return (await openAttempts(ctx, ctx.clock.now(), [{ id: accountId, epoch }], rows)).opened
}

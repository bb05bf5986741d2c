import { canRetry } from '@carillon/contract/deliveries'
import { DeliveryStatus } from '@carillon/contract/schemas/deliveries'
import { noteSent } from '../groups/actions.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { isUuid } from '../platform/ids.ts'
import { findOpenChanges, recount, setSentChange, settleChanges } from '../occurrences/actions.ts'
import type { SourceState } from './port.ts'
import { filesReceipt, groupObstacle, type StoredReceipt } from './rules.ts'
import * as store from './api-store.ts'
import { countByChange, countChange } from './sent-changes-store.ts'

/** What to list: of one message, cycle, group or occurrence; statuses with commas. */
export type Query = {
  messageId?: string | undefined
  cycleId?: string | undefined
  groupId?: string | undefined
  occurrenceId?: string | undefined
  status?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** The caller's deliveries, the latest due first. */
export async function listDeliveries(ctx: UserContext, query: Query) {
  const { messageId, cycleId, groupId, occurrenceId, status, cursor, limit } = query
  // An invalid id matches nothing.
  if ([messageId, cycleId, groupId, occurrenceId].some((id) => id !== undefined && !isUuid(id))) {
    return { items: [], nextCursor: null }
  }
  const filter: store.Filter = {
    userId: ctx.user.id,
    ...(messageId ? { source: { source: 'message', sourceId: messageId } } : {}),
    ...(cycleId ? { source: { source: 'cycle', sourceId: cycleId } } : {}),
    ...(groupId ? { groupId } : {}),
    ...(occurrenceId ? { occurrenceId } : {}),
    ...(status ? { statuses: readStatuses(status) } : {}),
  }
  const after = cursor ? readCursor(cursor) : undefined
  const rows = await store.list(ctx, filter, after, limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return {
    items,
    nextCursor: last ? writeCursor({ part: 'all', at: last.dueAt, id: last.id }) : null,
  }
}

/** One delivery with its attempts; throws `not_found` for another user's. */
export async function readDelivery(ctx: UserContext, id: string): Promise<store.ShownDelivery> {
  const [delivery] = isUuid(id)
    ? await store.list(ctx, { userId: ctx.user.id, id }, undefined, 1)
    : []
  if (!delivery) throw notFound('delivery')
  return delivery
}

/** Follow-ups of the caller's messages that will not be done after their account is deleted. */
export const readPromised = async (ctx: UserContext) => ({
  deletions: await store.countPromised(ctx, ctx.user.id),
})

/**
 * A person decides about an unconfirmed delivery: it has arrived, or it has not; or it is sent again. Whatever would be
 * sent is refused like a retry if a later run has brought the same.
 */
export async function resolveDelivery(
  ctx: UserContext,
  id: string,
  as: 'sent' | 'resend' | 'missing',
  again = false,
): Promise<store.ShownDelivery> {
  await changeDelivery(ctx, id, async (tx, delivery, source) => {
    if (delivery.status !== 'unconfirmed') {
      throw new AppError('conflict', 'Only a delivery that may have been sent can be resolved.')
    }
    if (as !== 'sent') await noteMissing(ctx, tx, delivery)
    if (as === 'missing') {
      return store.deny(tx, ctx.clock.now(), id, 'It is not in the group, as you said.')
    }
    if (as === 'sent' && !delivery.textFollows) {
      return confirm(ctx, tx, delivery, 'You saw it in the group.')
    }
    const cannot = source === 'there' ? groupObstacle(delivery) : SOURCE_GONE
    if (as === 'sent' && cannot) {
      const words = `You saw the files in the group. The text after them was not sent. ${cannot}`
      return confirm(ctx, tx, delivery, words)
    }
    requireSource(source)
    await requireNoneLater(tx, id, again)
    // The person confirmed only the files: the text is sent now.
    return reopen(ctx, tx, delivery, as === 'sent' ? filesReceipt(null) : undefined)
  })
  return readDelivery(ctx, id)
}

/**
 * Retries a delivery that failed or was too late. Throws `invalid` at `again` if a later run of its source has brought
 * the same content to the same group since, or may have: only a person can want it there twice.
 */
export async function retryDelivery(
  ctx: UserContext,
  id: string,
  again = false,
): Promise<store.ShownDelivery> {
  await changeDelivery(ctx, id, async (tx, delivery, source) => {
    requireSource(source)
    if (delivery.status === 'unconfirmed') {
      throw new AppError('conflict', 'It may have been sent. Look in the group first.')
    }
    if (!canRetry(delivery)) {
      throw new AppError(
        'conflict',
        'Only a delivery that failed, came too late, was kept back by a rule, paused or deleted can be retried.',
      )
    }
    await requireNoneLater(tx, id, again)
    return reopen(ctx, tx, delivery)
  })
  return readDelivery(ctx, id)
}

/** Throws `invalid` if members would get the same twice, unless a person wants that. */
async function requireNoneLater(tx: Tx, id: string, again: boolean): Promise<void> {
  if (!again && (await store.cameLater(tx, id))) throw invalid('again', CAME_LATER)
}

const CAME_LATER =
  'A later run has sent the same message to this group since then, or is sending it. Members would get it twice.'

const SOURCE_GONE = 'Its message or cycle was deleted.'

/** Throws if the source was deleted. */
function requireSource(source: SourceState): void {
  if (source === 'deleted') {
    throw new AppError(
      'conflict',
      'The message or cycle of this delivery was deleted. Restore it first.',
    )
  }
  if (source === 'erased') {
    throw new AppError(
      'conflict',
      'The message or cycle of this delivery was deleted, so it cannot be sent again.',
    )
  }
}

/** Changes a delivery under its lock, and reports the new counts of its occurrence to the source. */
async function changeDelivery(
  ctx: UserContext,
  id: string,
  change: (tx: Tx, delivery: store.LockedDelivery, source: SourceState) => Promise<void>,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const source = isUuid(id) ? await store.findSource(tx, ctx.user.id, id) : undefined
    if (!source) throw notFound('delivery')
    const state = await ctx.lockSource(tx, source)
    const delivery = await store.lock(tx, ctx.user.id, id)
    if (!delivery) throw notFound('delivery')
    await change(tx, delivery, state)
    await recount(ctx, tx, delivery.occurrenceId)
  })
}

/** The channel does not send again what may be there: now a person says that it is not. */
const noteMissing = async (ctx: Context, tx: Tx, delivery: store.LockedDelivery) =>
  ctx.channels.get(delivery.channel)?.noteMissing?.(tx, delivery.accountId, delivery.id)

/** It counts as sent when it was tried, also in its group. */
async function confirm(
  ctx: Context,
  tx: Tx,
  { id, groupId, openedAt }: store.LockedDelivery,
  words: string,
): Promise<void> {
  await store.confirm(tx, ctx.clock.now(), id, words)
  // A person has seen it, but no network said that texts are allowed there.
  if (openedAt) await noteSent(ctx, tx, [{ id: groupId, at: openedAt, textAt: null }])
}

async function reopen(
  ctx: Context,
  tx: Tx,
  delivery: store.LockedDelivery,
  files?: StoredReceipt,
): Promise<void> {
  const words = groupObstacle(delivery)
  if (words) throw new AppError('conflict', words)
  if (delivery.fileGone && !delivery.filesStand && !files) {
    throw new AppError('conflict', 'A file of it was deleted, so it cannot be sent again.')
  }
  await store.reopen(tx, ctx.clock.now(), delivery.id, delivery.status, files)
  await tx.wake('lanes', delivery.accountId)
  await recountChanges(tx, delivery.occurrenceId)
}

/** An unfinished edit or deletion of the occurrence does not wait for a delivery that is sent again. */
async function recountChanges(tx: Tx, occurrenceId: string): Promise<void> {
  for (const { id: changeId } of await findOpenChanges(tx, occurrenceId)) {
    await setSentChange(tx, changeId, await countChange(tx, { occurrenceId, changeId }))
  }
  await settleChanges(tx, occurrenceId, await countByChange(tx, occurrenceId))
}

function readStatuses(text: string): DeliveryStatus[] {
  return text.split(',').map((word) => {
    const status = DeliveryStatus.safeParse(word.trim())
    if (!status.success) throw invalid('status', `There is no status "${word}".`)
    return status.data
  })
}

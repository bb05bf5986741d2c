import type { Message } from '@carillon/contract/messages'
import { latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, reasonOf } from '../platform/errors.ts'
import { recordMissedSlots, setSchedule } from '../planning/actions.ts'
import { lockRow, sourceRef, readMessage, stop, publishMessage } from './changes.ts'
import { requireOneMoreMessage, requireActiveSeriesAllowed } from './limits.ts'
import { missed } from './words.ts'
import * as store from './store.ts'
import {
  beginRestore,
  lockDeletion,
  retimeSlotContents,
  withinSlotContents,
} from '../series/actions.ts'
import { sendsAtItsSlots } from '../series/rules.ts'

/**
 * Deletes a message and cancels its deliveries that were not sent yet; what was sent stays in its groups. It
 * is hidden everywhere until it is restored or erased. Deleting it again does nothing.
 */
export function deleteMessage(ctx: UserContext, id: string): Promise<{ done: true }> {
  return ctx.transaction(async (tx) => {
    if (!(await lockDeletion(ctx, tx, sourceRef(id)))) {
      await stop(ctx, tx, id, { reason: 'deleted' })
      await lockRow(ctx, tx, id)
      const rev = await store.markDeleted(tx, id, ctx.clock.now())
      await tx.publish({ kind: 'message.deleted', userId: ctx.user.id, id, rev })
    }
    return { done: true }
  })
}

/**
 * Undoes a deletion within ten minutes: the message waits or is sent as before. What was due in the meantime
 * is not sent. Restoring a message that is not deleted does nothing. Throws `not_found` if it is too late,
 * and `limit_reached` if others have taken its room.
 */
export function restoreMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const deletedAt = await lockDeletion(ctx, tx, sourceRef(id))
    if (!deletedAt) return readMessage(ctx, tx, id)
    await beginRestore(ctx, tx, sourceRef(id), deletedAt)
    const message = await store.lockDeleted(tx, id)
    await requireOneMoreMessage(ctx, tx)
    const change = await timesOf(ctx, tx, message, deletedAt)
    await withinSlotContents(ctx, tx, { source: 'message', path: 'id' }, () =>
      store.restore(tx, id, change),
    )
    // Its groups may have been removed in the meantime, and a deleted message gets no attention for that.
    await tx.enqueue('messages.groupsRemoved', { userId: ctx.user.id })
    return publishMessage(ctx, tx, id)
  })
}

/** The columns that follow from the schedule of a restored message. */
async function timesOf(
  ctx: UserContext,
  tx: Tx,
  { id, kind, status, schedule, pausedUntil }: store.MessageRow,
  deletedAt: Date,
): Promise<store.MessageChange> {
  if (!sendsAtItsSlots({ status, pausedUntil }) || !schedule) return {}
  if (kind === 'automated') {
    await requireActiveSeriesAllowed(ctx, tx, id)
    await retimeSlotContents(tx, 'message', [{ sourceId: id, schedule }])
  }
  const now = ctx.clock.now()
  const from = latest(now, pausedUntil ?? now)
  const own = { ...sourceRef(id), userId: ctx.user.id, spec: schedule }
  if (kind === 'automated') {
    const since = latest(deletedAt, pausedUntil ?? deletedAt)
    await recordMissedSlots(ctx, tx, own, { since, until: now, skipped: 'deleted' })
  }
  const nextAt = (await setSchedule(ctx, tx, { ...own, from }))?.at ?? null
  if (kind === 'scheduled') {
    return nextAt ? { nextAt } : { status: 'missed', attention: JSON.stringify(missed(id)) }
  }
  if (pausedUntil && pausedUntil > now) return { nextAt }
  return { nextAt, status: nextAt ? 'active' : 'finished', pausedUntil: null }
}

/**
 * Deletes several messages. Returns the ids of those deleted, and why the first of the others was refused.
 */
export const deleteMessages = (ctx: UserContext, ids: readonly string[]) =>
  toEach(ctx, ids, (id) => deleteMessage(ctx, id))

/**
 * Restores several messages. Returns the ids of those restored, why the first of the others was refused, and whether
 * the time of one of them has passed.
 */
export async function restoreMessages(ctx: UserContext, ids: readonly string[]) {
  let missed = false
  const done = await toEach(ctx, ids, async (id) => {
    missed = (await restoreMessage(ctx, id)).status === 'missed' || missed
  })
  return missed ? { ...done, missed: MISSED } : done
}

const MISSED = 'Its time passed while it was deleted. Choose another one under “Needs attention”.'

/**
 * Each message has its own transaction, because one for all would lock the lanes of all their groups. If the
 * server fails at one of them, those done before are still returned, so that the caller can undo them. What was done
 * before with the same `Idempotency-Key` is no refusal of a message: it ends all.
 */
async function toEach(
  ctx: UserContext,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
) {
  const done: string[] = []
  let refused: string | null = null
  for (const id of new Set(ids)) {
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'already_done') {
        refused ??= error.message
        continue
      }
      if (done.length === 0) throw error
      ctx.log.error(
        { done: done.length, reason: reasonOf(error) },
        'Only some messages were deleted or restored.',
      )
      return { done, refused: 'Something went wrong on our side.' }
    }
  }
  return { done, refused }
}

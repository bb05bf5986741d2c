import { isDeepStrictEqual } from 'node:util'
import type { Exception, Message, MessageStatus, MessageSummary } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import { markReplaced, readContents, saveContent } from '../content/actions.ts'
import { isSameContent } from '../content/rules.ts'
import type { Context, Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import {
  clearSchedule,
  lockSchedule,
  removeSchedule,
  setSchedule,
  stopSending,
} from '../planning/actions.ts'
import { PASSED } from '../schedule/rules.ts'
import type { Edited, Input } from './checks.ts'
import { requireActiveSeriesAllowed } from './limits.ts'
import { presentMessage, presentSummary } from './present.ts'
import { readReachedTargets } from './history-store.ts'
import { leftOf, move, requireNotInFlight, type Verb } from './status-transitions.ts'
import * as store from './store.ts'
import * as summaries from './read-models.ts'
import { readTargets } from './targets-store.ts'
import { isUnused } from './versions-store.ts'
import { dropExceptions, editSchedule, readForecasts, type Target } from '../series/actions.ts'
import { startsUnseen } from '../series/rules.ts'
import { latestOccurrence } from '../occurrences/actions.ts'

/** A message as a source: how planning and occurrences name it. */
export const sourceRef = (id: string) => ({ source: 'message', sourceId: id }) as const

/** One of the caller's messages in the contract's shape; throws `not_found`. */
export async function readMessage(
  ctx: UserContext,
  reading: Reading,
  id: string,
): Promise<Message> {
  const message = isUuid(id) ? await findMessage(ctx, ctx.user.id, id, reading) : undefined
  if (!message) throw notFound('message')
  return message
}

/** A message in the contract's shape; undefined if it does not exist or belongs to another user. */
export async function findMessage(
  ctx: Context,
  userId: string,
  id: string,
  reading: Reading = ctx,
): Promise<Message | undefined> {
  const message = await summaries.read(reading, userId, id)
  if (!message) return undefined
  const forecasts = await readForecasts(ctx, reading, [message])
  return presentMessage(message, ctx.clock.now(), forecasts.get(id))
}

/** A message in the shape of lists and live events. */
export async function findSummary(
  ctx: Context,
  userId: string,
  id: string,
): Promise<MessageSummary | undefined> {
  const message = await summaries.readSummary(ctx, userId, id)
  if (!message) return undefined
  // Each copy that is sent changes what daily limits leave: the event of the end tells it, not the many before.
  const isSending = message.occurrence?.status === 'sending'
  const forecasts = isSending ? undefined : await readForecasts(ctx, ctx, [message])
  return presentSummary(message, ctx.clock.now(), forecasts?.get(id))
}

/**
 * Locks a message to give it another time or to send it. Throws `conflict` while a request with it is
 * unanswered.
 */
export async function lockNotInFlight(
  ctx: UserContext,
  tx: Tx,
  id: string,
): Promise<store.MessageRow> {
  const message = await lock(ctx, tx, id)
  requireNotInFlight(message, await latestOccurrence(tx, 'message', id))
  return message
}

/**
 * Locks a message for a change. The schedule is locked first, in the planner's order, to avoid a deadlock.
 */
export async function lock(ctx: UserContext, tx: Tx, id: string): Promise<store.MessageRow> {
  if (!isUuid(id)) throw notFound('message')
  await lockSchedule(tx, sourceRef(id))
  return lockRow(ctx, tx, id)
}

export async function lockRow(ctx: UserContext, tx: Tx, id: string): Promise<store.MessageRow> {
  const message = await store.lock(tx, ctx.user.id, id)
  if (!message) throw notFound('message')
  return message
}

/**
 * Removes a message from the schedule and, if `cancelUnsent`, cancels deliveries that were not sent yet. The row
 * of the message is locked last: a lane locks the occurrence before the message, and another order would
 * deadlock. Returns the message as it was, and whether a delivery was canceled.
 */
export async function stop(
  ctx: UserContext,
  tx: Tx,
  id: string,
  how: { reason: 'paused' | 'canceled' | 'deleted'; verb?: Verb; cancelUnsent?: boolean },
): Promise<{ message: summaries.Message; tookBack: boolean }> {
  if (!isUuid(id)) throw notFound('message')
  await lockSchedule(tx, sourceRef(id))
  const message = await summaries.read(tx, ctx.user.id, id)
  if (!message) throw notFound('message')
  if (how.verb) move(how.verb, message)
  await clearSchedule(ctx, tx, sourceRef(id))
  const cancelUnsent = how.cancelUnsent ?? true
  const tookBack = cancelUnsent && (await stopSending(ctx, tx, sourceRef(id), how.reason))
  return { message, tookBack }
}

/**
 * Deletes a message for good and cancels its deliveries that were not sent yet; what was sent stays in its
 * groups.
 */
export async function erase(ctx: UserContext, tx: Tx, id: string): Promise<void> {
  await stop(ctx, tx, id, { reason: 'deleted' })
  const { rev } = await lockRow(ctx, tx, id)
  await removeSchedule(tx, sourceRef(id))
  await store.remove(tx, id)
  await tx.publish({ kind: 'message.deleted', userId: ctx.user.id, id, rev: rev + 1 })
}

/**
 * Sets or removes the schedule, from now or from a later time on. Returns the columns that follow from it.
 */
export async function setTime(
  ctx: UserContext,
  tx: Tx,
  id: string,
  input: Pick<Input, 'kind' | 'status'> & { schedule?: Input['schedule'] | null },
  from = ctx.clock.now(),
) {
  const { kind, schedule, status } = input
  const none = { pausedUntil: null, attention: null, nextAt: null } as const
  if (status === 'draft' || !schedule) {
    await clearSchedule(ctx, tx, sourceRef(id))
    return { ...none, status: 'draft' } as const
  }
  if (kind === 'automated') await requireActiveSeriesAllowed(ctx, tx, id)
  const spec = { ...sourceRef(id), userId: ctx.user.id, spec: schedule, from }
  const slot = await setSchedule(ctx, tx, spec)
  if (kind === 'automated') {
    // Its last slot may already be planned, a second ahead.
    const becomes = slot ? ('active' as const) : ('finished' as const)
    return { ...none, status: becomes, nextAt: slot?.at ?? null }
  }
  // It was due at this moment and was canceled.
  if (!slot) throw invalid('schedule.rule.at', PASSED)
  return { ...none, status: 'scheduled' as const, nextAt: slot.at }
}

/** Sets the schedule of a paused message, from the end of its pause on. Returns the columns that follow from it. */
export async function setPausedTime(
  ctx: UserContext,
  tx: Tx,
  { id, kind, pausedUntil }: store.MessageRow,
  schedule: Schedule,
): Promise<{ nextAt?: Date | null }> {
  if (!pausedUntil) return {}
  const { nextAt } = await setTime(ctx, tx, id, { kind, schedule, status: 'active' }, pausedUntil)
  return { nextAt }
}

/** Why a message that all of its groups got cannot get another time. */
export const ALL_REACHED =
  'All of its groups have it, or may have it. Duplicate it to send it again.'

/**
 * Where a partly sent message goes when it gets another time: to the groups without it, unless its groups
 * were edited.
 */
export async function targetsNotReached(
  tx: Tx,
  message: Pick<store.MessageRow, 'id' | 'status'>,
  chosen: readonly Target[],
): Promise<readonly Target[]> {
  if (message.status !== 'partly_sent') return chosen
  const all = (await readTargets(tx, [message.id])).get(message.id) ?? []
  // A group that was removed can no longer be chosen: its absence is no choice of other groups.
  const before = all.filter(({ removed }) => !removed)
  const named = (targets: readonly Target[]) =>
    targets.map(({ groupId, topics }) => `${groupId} ${topics.join(' ')}`).toSorted()
  if (!isDeepStrictEqual(named(before), named(chosen))) return chosen
  return leftOf(chosen, await readReachedTargets(tx, message.id))
}

/** What a person saw of a message before they changed it. */
export type Seen = { rev: number; openedAs?: MessageStatus | undefined }

/**
 * Throws `conflict` with the present state if the message changed since this rev, or if it has stopped since and would
 * start again.
 */
export async function requireFresh(
  ctx: UserContext,
  tx: Tx,
  message: store.MessageRow,
  { rev, openedAs, status = 'draft' }: Seen & Partial<Pick<Edited, 'status'>>,
): Promise<void> {
  // The rev of a series also grows when the program changes it: only the rev of the last edit counts.
  const fresh = message.kind === 'automated' ? rev >= message.editedRev : rev === message.rev
  const startsAgain =
    message.kind === 'automated' && startsUnseen(message.status, { status, openedAs })
  if (fresh && !startsAgain) return
  const current = await readMessage(ctx, tx, message.id)
  throw new AppError('conflict', 'This message was changed meanwhile. Look at it again.', {
    current,
  })
}

/**
 * Whether an edit leaves the schedule of a series as it is: then even a slot that is due now is not touched.
 */
export const keepsSchedule = (
  message: store.MessageRow,
  { kind, status, schedule }: Pick<Edited, 'kind' | 'status'> & { schedule: Schedule | null },
) =>
  kind === 'automated' &&
  status === 'active' &&
  message.status === 'active' &&
  isDeepStrictEqual(message.schedule, schedule)

/**
 * What is stored when a message is edited and keeps its status. The edit has checked its groups, so a warning that it
 * has no group left is cleared.
 */
export const clearedAttention = ({ attention }: store.MessageRow) =>
  attention?.code === 'no_groups' ? { attention: null } : {}

/** The schedule after an edit, and the exceptions that match none of its slots: they are removed. */
export async function rearrange(
  ctx: UserContext,
  tx: Tx,
  message: store.MessageRow,
  input: Pick<Input, 'kind' | 'schedule'>,
): Promise<{ schedule: Schedule | undefined; dropped: Exception[] }> {
  const { kind, schedule } = input
  const before = message.kind === 'automated' ? message.schedule : null
  if (schedule && kind === 'automated') {
    return editSchedule(ctx, tx, sourceRef(message.id), schedule, before)
  }
  // Without a timetable there are no runs that could differ from it.
  return { schedule, dropped: await dropExceptions(ctx, tx, sourceRef(message.id), before) }
}

/** The columns for what the editor sent. */
export const fieldsOf = (input: Edited, schedule: Schedule | undefined) => ({
  kind: input.kind,
  title: input.title || null,
  schedule: schedule ? JSON.stringify(schedule) : null,
  catchUpMinutes: input.catchUpMinutes,
  onUnconfirmed: input.onUnconfirmed,
  overlap: input.overlap,
  pauseAfterFailures: input.pauseAfterFailures,
})

/** The content of a message after an edit: the same row, if nothing in it changed. */
export async function contentOf(
  ctx: UserContext,
  tx: Tx,
  message: store.MessageRow,
  { content }: Edited,
): Promise<string> {
  const { id: messageId, contentId } = message
  const known = (await readContents(tx, [contentId])).get(contentId)
  if (isSameContent(known, content)) return contentId
  if (await isUnused(tx, message)) await markReplaced(ctx, tx, { messageId, contentId })
  return saveContent(ctx, tx, ctx.user.id, content)
}

/** Changes columns of a message for a person; the rev grows. */
export async function change(
  ctx: UserContext,
  tx: Tx,
  id: string,
  columns: Omit<store.MessageChange, 'updatedAt'>,
): Promise<void> {
  await store.edit(tx, id, { ...columns, updatedAt: ctx.clock.now() })
}

/** Publishes that a message changed, and returns it. */
export async function publishMessage(ctx: UserContext, tx: Tx, id: string): Promise<Message> {
  const message = await readMessage(ctx, tx, id)
  await tx.publish({ kind: 'message.updated', userId: ctx.user.id, id, rev: message.rev })
  return message
}

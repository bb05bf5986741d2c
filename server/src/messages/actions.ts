import type { Message } from '@carillon/contract/messages'
import { saveContent } from '../content/actions.ts'
import type { UserContext } from '../platform/context.ts'
import { AppError, notFound, problems } from '../platform/errors.ts'
import { clearSchedule, planNow, removeSchedule } from '../planning/actions.ts'
import {
  change,
  contentOf,
  fieldsOf,
  lock,
  lockLanded,
  lockRow,
  owner,
  readMessage,
  setTime,
  stop,
  tell,
} from './changes.ts'
import { checkInput, checkReady, checkTime, type Input } from './checks.ts'
import { latestOccurrence } from './occurrences/store.ts'
import { move, requireLanded } from './rules.ts'
import * as store from './store.ts'

export { findMessage, readMessage } from './changes.ts'

/** Creates a message, as a draft or scheduled. */
export function createMessage(ctx: UserContext, input: Input): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const targets = await checkInput(ctx, tx, ctx.user.id, input)
    const now = ctx.clock.now()
    const row = { id: ctx.ids.next(), userId: ctx.user.id, createdAt: now, updatedAt: now }
    const contentId = await saveContent(ctx, tx, row.userId, input.content)
    const timed = await setTime(ctx, tx, row.id, input)
    await store.insert(tx, { ...row, ...fieldsOf(input), ...timed, contentId })
    await store.replaceTargets(tx, row.id, targets)
    return tell(ctx, tx, row.id)
  })
}

/** Replaces what can be edited and, with it, all that is to come. A stale rev answers the present state. */
export function updateMessage(
  ctx: UserContext,
  id: string,
  input: Input & { rev: number },
): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lock(ctx, tx, id)
    if (message.rev !== input.rev) {
      const current = await readMessage(ctx, tx, id)
      throw new AppError('conflict', 'This message was changed meanwhile. Look at it again.', {
        current,
      })
    }
    move(input.status === 'active' ? 'schedule' : 'save', message.status)
    requireLanded(message.status, await latestOccurrence(tx, id))
    const targets = await checkInput(ctx, tx, ctx.user.id, input)
    const contentId = await contentOf(ctx, tx, message, input)
    const timed = await setTime(ctx, tx, id, input)
    await change(ctx, tx, id, { ...fieldsOf(input), ...timed, contentId })
    await store.replaceTargets(tx, id, targets)
    return tell(ctx, tx, id)
  })
}

/** Deletes a message and takes back what is not on the wire; what was sent stays in its groups. */
export function deleteMessage(ctx: UserContext, id: string): Promise<{ done: true }> {
  return ctx.transaction(async (tx) => {
    await stop(ctx, tx, id, 'canceled')
    const { rev } = await lockRow(ctx, tx, id)
    await removeSchedule(tx, owner(id))
    await store.remove(tx, id)
    await tx.publish({ kind: 'message.deleted', userId: ctx.user.id, id, rev: rev + 1 })
    return { done: true }
  })
}

/** Takes it out of its time or, while it is being sent, stops what is not on the wire. */
export function pauseMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    await stop(ctx, tx, id, 'paused', 'pause')
    const { status } = await lockRow(ctx, tx, id)
    // If everything ended with that, what its groups got says what the message is.
    const still = status === 'scheduled' || status === 'sending'
    await change(ctx, tx, id, { ...(still ? { status: 'paused' } : {}), nextAt: null })
    return tell(ctx, tx, id)
  })
}

/** Goes back to its time; one that has passed is refused. */
export function resumeMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lockLanded(ctx, tx, id)
    move('resume', message.status)
    const passed = checkTime(message.schedule, ctx.clock.now())
    if (passed.length > 0) throw problems(passed)
    await checkReady(ctx, tx, message)
    await change(ctx, tx, id, await setTime(ctx, tx, id, { ...message, status: 'active' }))
    return tell(ctx, tx, id)
  })
}

/** It will not be sent; what has been sent stays in its groups. */
export function cancelMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    await stop(ctx, tx, id, 'canceled', 'cancel')
    await lockRow(ctx, tx, id)
    await change(ctx, tx, id, { status: 'canceled', nextAt: null, attention: null })
    return tell(ctx, tx, id)
  })
}

/** Sends it now instead of at its time. */
export function sendMessageNow(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lockLanded(ctx, tx, id)
    move('sendNow', message.status)
    await checkReady(ctx, tx, message)
    await clearSchedule(ctx, tx, owner(id))
    await planNow(ctx, tx, { ...owner(id), userId: ctx.user.id })
    return readMessage(ctx, tx, id)
  })
}

/** Makes a draft with the same content and groups, and with the same time if that is still to come. */
export function duplicateMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const original = await store.read(tx, ctx.user.id, id)
    if (!original) throw notFound('message')
    const { kind, title, contentId, schedule, catchUpMinutes, onUnconfirmed } = original
    const now = ctx.clock.now()
    const copy = ctx.ids.next()
    const kept = checkTime(schedule, now).length === 0
    await store.insert(tx, {
      id: copy,
      userId: ctx.user.id,
      kind,
      title,
      contentId,
      catchUpMinutes,
      onUnconfirmed,
      schedule: kept ? JSON.stringify(schedule) : null,
      status: 'draft',
      createdAt: now,
      updatedAt: now,
    })
    await store.replaceTargets(tx, copy, original.targets)
    return tell(ctx, tx, copy)
  })
}

import type { Message } from '@carillon/contract/messages'
import { readContents, saveContent } from '../content/actions.ts'
import type { Reading, Tx, UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { clearSchedule, lockSchedule, setSchedule, stopSending } from '../planning/actions.ts'
import type { Input } from './checks.ts'
import { presentMessage } from './present.ts'
import { latestOccurrence } from './occurrences/store.ts'
import { move, requireLanded, type Verb } from './rules.ts'
import * as store from './store.ts'

/** What the planning room calls this message. */
export const owner = (id: string) => ({ source: 'message', sourceId: id }) as const

/** One of the caller's messages as it is shown; throws `not_found`. */
export async function readMessage(
  ctx: UserContext,
  reading: Reading,
  id: string,
): Promise<Message> {
  const message = isUuid(id) ? await findMessage(reading, ctx.user.id, id) : undefined
  if (!message) throw notFound('message')
  return message
}

/** A message as it is now, for whoever tells of its changes. */
export async function findMessage(
  reading: Reading,
  userId: string,
  id: string,
): Promise<Message | undefined> {
  const message = await store.read(reading, userId, id)
  return message && presentMessage(message)
}

/** Locks a message to give it another time or to send it, once nothing of it is on the wire any more. */
export async function lockLanded(ctx: UserContext, tx: Tx, id: string): Promise<store.MessageRow> {
  const message = await lock(ctx, tx, id)
  requireLanded(message.status, await latestOccurrence(tx, id))
  return message
}

/** Locks a message for a change: its schedule first, as the planner does, or the two would deadlock. */
export async function lock(ctx: UserContext, tx: Tx, id: string): Promise<store.MessageRow> {
  if (!isUuid(id)) throw notFound('message')
  await lockSchedule(tx, owner(id))
  return lockRow(ctx, tx, id)
}

export async function lockRow(ctx: UserContext, tx: Tx, id: string): Promise<store.MessageRow> {
  const message = await store.lock(tx, ctx.user.id, id)
  if (!message) throw notFound('message')
  return message
}

/**
 * Takes a message out of its time and back from its lanes. Its own row is locked only afterwards: a
 * lane locks the occurrence before the message, and two orders would deadlock.
 */
export async function stop(
  ctx: UserContext,
  tx: Tx,
  id: string,
  reason: 'paused' | 'canceled',
  verb?: Verb,
): Promise<void> {
  if (!isUuid(id)) throw notFound('message')
  await lockSchedule(tx, owner(id))
  const message = await store.read(tx, ctx.user.id, id)
  if (!message) throw notFound('message')
  if (verb) move(verb, message.status)
  await clearSchedule(ctx, tx, owner(id))
  await stopSending(ctx, tx, owner(id), reason)
}

/** Sets or takes back the time of a message, and answers what that makes of it. */
export async function setTime(
  ctx: UserContext,
  tx: Tx,
  id: string,
  input: Pick<Input, 'status'> & { schedule?: Input['schedule'] | null },
) {
  const { schedule, status } = input
  if (status === 'draft' || !schedule) {
    await clearSchedule(ctx, tx, owner(id))
    return { status: 'draft', nextAt: null, attention: null } as const
  }
  const spec = { ...owner(id), userId: ctx.user.id, spec: schedule, from: ctx.clock.now() }
  const slot = await setSchedule(ctx, tx, spec)
  return { status: 'scheduled', nextAt: slot?.at ?? null, attention: null } as const
}

/** What the editor sent, as columns. */
export const fieldsOf = (input: Input) => ({
  kind: input.kind,
  title: input.title || null,
  schedule: input.schedule ? JSON.stringify(input.schedule) : null,
  catchUpMinutes: input.catchUpMinutes,
  onUnconfirmed: input.onUnconfirmed,
  overlap: input.overlap,
  pauseAfterFailures: input.pauseAfterFailures,
})

/** The content of a message after an edit: the one it has, where nothing of it was changed. */
export async function contentOf(
  ctx: UserContext,
  tx: Tx,
  message: store.MessageRow,
  { content }: Input,
): Promise<string> {
  const known = (await readContents(tx, [message.contentId])).get(message.contentId)
  return JSON.stringify(known) === JSON.stringify(content)
    ? message.contentId
    : saveContent(ctx, tx, ctx.user.id, content)
}

/** Changes columns of a message; its rev grows. */
export async function change(
  ctx: UserContext,
  tx: Tx,
  id: string,
  columns: Omit<store.MessageChange, 'updatedAt'>,
): Promise<void> {
  await store.update(tx, id, { ...columns, updatedAt: ctx.clock.now() })
}

/** Tells the world that a message changed, and answers it as it is now. */
export async function tell(ctx: UserContext, tx: Tx, id: string): Promise<Message> {
  const message = await readMessage(ctx, tx, id)
  await tx.publish({ kind: 'message.updated', userId: ctx.user.id, id, rev: message.rev })
  return message
}

import type { Settled } from '../deliveries/port.ts'
import { minutes } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import type { Described, Due, Planned, Prepared, Source, Target } from '../planning/port.ts'
import { attentionFor, cannotBePlanned, statusAfter } from './rules.ts'
import * as store from './store.ts'

/** What the planner asks messages, and tells them. */
export const messageSource: Source = { prepare, planned, settled, pause, describe }

/** Only a message that waits for its time is sent by it; a send-now and a fan-out that goes on were decided before. */
async function prepare(
  _ctx: Context,
  tx: Tx,
  due: readonly Due[],
): Promise<ReadonlyMap<string, Prepared>> {
  const ids = due.map(({ sourceId }) => sourceId)
  const rows = new Map((await store.readRows(tx, ids)).map((row) => [row.id, row]))
  const targets = await store.readTargets(tx, ids)
  const prepared = new Map<string, Prepared>()
  for (const { sourceId, slotAt, occurrenceId } of due) {
    const row = rows.get(sourceId)
    if (!row) continue
    const bySlot = slotAt !== null && occurrenceId === null
    if (bySlot && row.status !== 'scheduled') continue
    prepared.set(sourceId, says(row, targets.get(sourceId) ?? []))
  }
  return prepared
}

function says(row: store.MessageRow, chosen: readonly store.Target[]): Prepared {
  if (chosen.length === 0) return { kind: 'skip', reason: 'no_groups' }
  const targets = chosen.flatMap(({ groupId, topics }): Target[] =>
    topics.length > 0
      ? topics.map((topicId) => ({ groupId, topicId }))
      : [{ groupId, topicId: null }],
  )
  return {
    kind: 'send',
    catchUpMs: minutes(row.catchUpMinutes),
    onUnconfirmed: row.onUnconfirmed,
    parts: [{ contentId: row.contentId, targets }],
  }
}

async function planned(ctx: Context, tx: Tx, moves: readonly Planned[]): Promise<void> {
  if (moves.length === 0) return
  const changed = await store.markSending(
    tx,
    moves.map(({ sourceId, nextSlotAt }) => ({ id: sourceId, nextAt: nextSlotAt })),
    ctx.clock.now(),
  )
  await tx.publish(
    ...changed.map(({ id, userId, rev }) => ({
      kind: 'message.updated' as const,
      userId,
      id,
      rev,
    })),
  )
}

/** The latest occurrence says what the message is; an older one only changed its own numbers. */
async function settled(ctx: Context, tx: Tx, occurrence: Settled): Promise<void> {
  const message = await store.lockAny(tx, occurrence.sourceId)
  if (!message) return
  const latest = await store.latestOccurrence(tx, message.id)
  if (latest?.id !== occurrence.id) return save(ctx, tx, message.id, {})
  const status = statusAfter(message.status, occurrence)
  const attention = json(attentionFor(message.id, status, occurrence))
  await save(ctx, tx, message.id, { status, attention })
}

async function pause(ctx: Context, tx: Tx, id: string, reason: string): Promise<void> {
  const message = await store.lockAny(tx, id)
  if (!message) return
  const attention = json(cannotBePlanned(id, reason))
  await save(ctx, tx, id, { status: 'paused', nextAt: null, attention })
}

async function describe(reading: Reading, ids: readonly string[]) {
  const rows = await store.readBrief(reading, ids)
  return new Map(
    rows.map(({ id, kind, title, text, groups }): [string, Described] => [
      id,
      { kind, title, groups, textAt: () => ({ text, changed: false }) },
    ]),
  )
}

async function save(
  ctx: Context,
  tx: Tx,
  id: string,
  columns: Omit<store.MessageChange, 'updatedAt'>,
) {
  const { userId, rev } = await store.update(tx, id, { ...columns, updatedAt: ctx.clock.now() })
  await tx.publish({ kind: 'message.updated', userId, id, rev })
}

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

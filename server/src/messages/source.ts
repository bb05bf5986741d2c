import type { Settled } from '../deliveries/port.ts'
import { minutes } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import type { Described, Due, Planned, Prepared, Source, Target } from '../planning/port.ts'
import { latestOccurrences } from './occurrences/store.ts'
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
  await publish(tx, changed)
}

/** The latest occurrence says what the message is; an older one only changed its own numbers. */
async function settled(ctx: Context, tx: Tx, occurrences: readonly Settled[]): Promise<void> {
  const bySource = Map.groupBy(occurrences, ({ sourceId }) => sourceId)
  const messages = await store.lockThese(tx, [...bySource.keys()])
  if (messages.length === 0) return
  const latest = await latestOccurrences(
    tx,
    messages.map(({ id }) => id),
  )
  const changes = messages.map((message) => {
    const latestId = latest.get(message.id)?.id
    const told = bySource.get(message.id)?.find(({ id }) => id === latestId)
    const { id, status, attention } = message
    if (!told) return { id, status, attention }
    const next = statusAfter(status, told)
    return { id, status: next, attention: attentionFor(id, next, told) ?? null }
  })
  await publish(tx, await store.setStatuses(tx, changes, ctx.clock.now()))
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
  await publish(tx, [await store.update(tx, id, { ...columns, updatedAt: ctx.clock.now() })])
}

const publish = (tx: Tx, changed: readonly Pick<store.MessageRow, 'id' | 'userId' | 'rev'>[]) =>
  tx.publish(
    ...changed.map(({ id, userId, rev }) => ({
      kind: 'message.updated' as const,
      userId,
      id,
      rev,
    })),
  )

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

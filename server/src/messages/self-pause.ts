import type { Context, Tx } from '../platform/context.ts'
import { clearSchedule, lockSchedule, notifyPaused } from '../planning/actions.ts'
import { sourceRef } from './changes.ts'
import { attentionWhileSending, noGroups, pausedItself, seriesAttention } from './words.ts'
import * as store from './store.ts'
import type { OccurrenceChange } from '../occurrences/port.ts'
import { changeRow } from '../series/actions.ts'
import { failedTooOften, keepsPauseReason } from '../series/rules.ts'
import { countFailures } from '../occurrences/actions.ts'

/**
 * The status and attention of series after their latest occurrence changed. A series that failed too often in
 * a row, or can reach no group, pauses itself.
 */
export async function seriesAfter(
  ctx: Context,
  tx: Tx,
  latest: readonly { row: store.MessageRow; occurrence: OccurrenceChange }[],
): Promise<Pick<store.MessageRow, 'id' | 'status' | 'attention'>[]> {
  const failed = latest.filter(({ occurrence }) => occurrence.status === 'failed')
  const failures = await countFailures(
    tx,
    'message',
    failed.map(({ row }) => row),
  )
  const changes = []
  for (const { row: message, occurrence } of latest) {
    const { id, status, pauseAfterFailures: most } = message
    if (keepsPauseReason(message, occurrence)) {
      changes.push(message)
      continue
    }
    if (occurrence.status === 'sending') {
      const attention = attentionWhileSending(id, occurrence) ?? message.attention
      changes.push(occurrence.isSame ? message : { id, status, attention })
      continue
    }
    const inARow = failures.get(id) ?? 0
    const stops =
      occurrence.status === 'failed' && failedTooOften(inARow, most)
        ? pausedItself(id, inARow, occurrence)
        : occurrence.reason === 'no_groups'
          ? noGroups(id)
          : undefined
    if (stops && status === 'active') {
      await tx.enqueue('messages.halt', { messageId: id })
      // The notice of the occurrence already says no_groups.
      if (stops.code === 'paused_itself') {
        await notifyPaused(ctx, tx, { ...sourceRef(id), userId: message.userId }, stops.text)
      }
      changes.push({ id, status: 'paused' as const, attention: stops })
    } else {
      changes.push({ id, status, attention: seriesAttention(id, occurrence) ?? null })
    }
  }
  return changes
}

/** Ends a pause whose end has come. Nothing happens if a person ended it or made it longer. */
export function endPause(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockSchedule(tx, sourceRef(id))
    const message = await store.lockAny(tx, id)
    if (message?.status !== 'paused' || !message.pausedUntil) return
    const now = ctx.clock.now()
    if (message.pausedUntil > now) return
    // It may have no slot after the pause.
    const status = message.nextAt ? 'active' : 'finished'
    await changeRow(ctx, tx, sourceRef(id), { status, pausedUntil: null })
  })
}

/**
 * Removes the schedule of a series that paused itself. It did so under the lock of an occurrence, under which
 * the schedule must not be locked: that would deadlock.
 */
export function halt(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockSchedule(tx, sourceRef(id))
    const message = await store.lockAny(tx, id)
    if (message?.status === 'paused' && !message.pausedUntil) {
      await clearSchedule(ctx, tx, sourceRef(id))
    }
  })
}

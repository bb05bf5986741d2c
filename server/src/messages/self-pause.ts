import type { Context, Tx } from '../platform/context.ts'
import { clearSchedule, lockSchedule, tellPaused } from '../planning/actions.ts'
import { owner } from './changes.ts'
import { noGroups, pausedItself, seriesAttention } from './rules.ts'
import * as store from './store.ts'
import type { Settled } from '../occurrences/port.ts'
import { changeRow } from '../series/actions.ts'
import { failedTooOften, staysStopped } from '../series/rules.ts'
import { countFailures } from '../occurrences/actions.ts'

/**
 * What becomes of series whose latest occurrence stands like this: it may ask for attention, and a
 * series that failed too often in a row, or can reach nobody, stops itself and says so.
 */
export async function settleSeries(
  ctx: Context,
  tx: Tx,
  told: readonly { row: store.MessageRow; settled: Settled }[],
): Promise<Pick<store.MessageRow, 'id' | 'status' | 'attention'>[]> {
  const failed = told.filter(({ settled }) => settled.status === 'failed')
  const failures = await countFailures(
    tx,
    'message',
    failed.map(({ row }) => row),
  )
  const changes = []
  for (const { row: message, settled } of told) {
    const { id, status, pauseAfterFailures: most } = message
    if (settled.status === 'sending' || staysStopped(message, settled)) {
      changes.push(message)
      continue
    }
    const inARow = failures.get(id) ?? 0
    const stops =
      settled.status === 'failed' && failedTooOften(inARow, most)
        ? pausedItself(id, inARow, settled)
        : settled.reason === 'no_groups'
          ? noGroups(id)
          : undefined
    if (stops && status === 'active') {
      await tx.enqueue('messages.halt', { messageId: id })
      // no_groups is notified by the occurrence.
      if (stops.code === 'paused_itself') {
        await tellPaused(ctx, tx, { ...owner(id), userId: message.userId }, stops.text)
      }
      changes.push({ id, status: 'paused' as const, attention: stops })
    } else {
      changes.push({ id, status, attention: seriesAttention(id, settled) ?? null })
    }
  }
  return changes
}

/** Ends a pause whose time is over. One that was ended or made longer by a person is left alone. */
export function endPause(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(id))
    const message = await store.lockAny(tx, id)
    if (message?.status !== 'paused' || !message.pausedUntil) return
    const now = ctx.clock.now()
    if (message.pausedUntil > now) return
    // It may have no slot after the pause.
    const status = message.nextAt ? 'active' : 'finished'
    await changeRow(ctx, tx, owner(id), { status, pausedUntil: null })
  })
}

/**
 * Takes a series that stopped itself out of its times. It stopped under the lock of an occurrence,
 * where its schedule may not be locked: two orders would deadlock.
 */
export function halt(ctx: Context, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockSchedule(tx, owner(id))
    const message = await store.lockAny(tx, id)
    if (message?.status === 'paused' && !message.pausedUntil) {
      await clearSchedule(ctx, tx, owner(id))
    }
  })
}

import { notifyAll } from '../notifications/actions.ts'
import type { UserNotice } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { restoreAnother } from './limits.ts'
import { readSlotContents } from '../series/actions.ts'
import { exceptionsOf } from '../series/rules.ts'
import type { CycleRow } from './store.ts'

/**
 * Cycles have ended: removes their schedules, sends these notices, and has others restored that the limit of the
 * tier had suspended.
 */
export async function ended(
  ctx: Context,
  tx: Tx,
  rows: readonly CycleRow[],
  notices: readonly UserNotice[],
): Promise<void> {
  for (const { id } of rows) await tx.enqueue('cycles.halt', { cycleId: id })
  await notifyAll(ctx, tx, notices)
  for (const userId of new Set(rows.map((row) => row.userId))) await restoreAnother(tx, userId)
}

/** How many runs of these cycles, which have ended, were to send a text of their own later than `since`. */
export async function countTextsLeft(
  tx: Tx,
  rows: readonly CycleRow[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const contents = await readSlotContents(
    tx,
    'cycle',
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map(({ id, schedule }) => {
      const exceptions = schedule ? exceptionsOf(schedule, contents.get(id) ?? [], since) : []
      return [id, exceptions.filter(({ content, skip }) => content && !skip).length] as const
    }),
  )
}

import { notifyAll } from '../notifications/actions.ts'
import type { Context, Tx } from '../platform/context.ts'
import { restoreAnother } from './limits.ts'
import type { CycleRow } from './store.ts'
import { finishedNotice } from './words.ts'

/**
 * Cycles have ended: removes their schedules, notifies their users, and has others restored that the limit of the
 * tier had suspended.
 */
export async function ended(
  ctx: Context,
  tx: Tx,
  rows: readonly CycleRow[],
  isTold: (row: CycleRow) => boolean = () => true,
): Promise<void> {
  for (const { id } of rows) await tx.enqueue('cycles.halt', { cycleId: id })
  await notifyAll(
    ctx,
    tx,
    rows.filter(isTold).map((row) => ({ userId: row.userId, notice: finishedNotice(row) })),
  )
  for (const userId of new Set(rows.map((row) => row.userId))) await restoreAnother(tx, userId)
}

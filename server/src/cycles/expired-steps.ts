import { notifyAll } from '../notifications/actions.ts'
import type { UserNotice } from '../notifications/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import type { Planned } from '../planning/port.ts'
import { localDay } from '../schedule/rules.ts'
import { readDated } from './steps-store.ts'
import type { CycleRow } from './store.ts'
import { stepOverNotice } from './words.ts'

/** Notifies users about steps whose last day ends with these slots. */
export async function notifyOutOfDate(
  ctx: Context,
  tx: Tx,
  slots: readonly Planned[],
  rows: ReadonlyMap<string, CycleRow>,
): Promise<void> {
  const dated = await readDated(
    tx,
    slots.map(({ sourceId }) => sourceId),
  )
  if (dated.length === 0) return
  const notices = slots.flatMap(
    ({ sourceId, slotAt: at, nextSlotAt, opened, decided }): UserNotice[] => {
      const row = rows.get(sourceId)
      if (!row?.schedule || !at || !nextSlotAt || !opened) return []
      // The cycle ends here anyway.
      if (decided?.isLast) return []
      const [day, next] = [at, nextSlotAt].map((one) => localDay(row.schedule!.timeZone, one))
      return dated
        .filter(
          ({ cycleId, untilDay }) => cycleId === sourceId && untilDay >= day! && untilDay < next!,
        )
        .map(({ text }) => ({ userId: row.userId, notice: stepOverNotice(row, text) }))
    },
  )
  await notifyAll(ctx, tx, notices)
}

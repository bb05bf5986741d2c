import { latestOccurrences, type OccurrenceRow } from '../occurrences/actions.ts'
import type { OccurrenceChange, SourceKind } from '../occurrences/port.ts'
import { isOvertaken } from '../occurrences/rules.ts'
import type { Source } from '../planning/port.ts'
import type { Context, Tx } from '../platform/context.ts'
import { retimeSlotContents } from './schedules.ts'
import { rowsOf, type Changed, type ChangeOf } from './store.ts'

/** Publishes that messages or cycles changed. */
export const publishChanged = (
  tx: Tx,
  source: SourceKind,
  changed: readonly Changed[],
): Promise<void> =>
  tx.publish(
    ...changed.map(({ id, userId, rev }) => ({
      kind: `${source}.updated` as const,
      userId,
      id,
      rev,
    })),
  )

/** Changes columns of a message or a cycle for the program, not for a person, and publishes it. */
export async function changeRow<S extends SourceKind>(
  ctx: Context,
  tx: Tx,
  { source, sourceId }: { source: S; sourceId: string },
  columns: ChangeOf<S>,
): Promise<void> {
  const change = { ...columns, updatedAt: ctx.clock.now() }
  await publishChanged(tx, source, [await rowsOf(source).set(tx, sourceId, change)])
}

/**
 * The answers to the planner that are the same for every source; `why` gives the attention of a series that
 * cannot be planned.
 */
export function commonSourceMethods(
  source: SourceKind,
  why: (id: string, reason: string) => object,
): Pick<Source, 'retimed' | 'pause'> {
  const rows = rowsOf(source)
  return {
    async retimed(ctx, tx, slots) {
      const series = slots.map(({ sourceId, spec }) => ({ sourceId, schedule: spec }))
      await retimeSlotContents(tx, source, series)
      const moved = slots.filter((slot) => slot.moved)
      if (moved.length === 0) return
      await publishChanged(tx, source, await rows.retime(tx, moved, ctx.clock.now()))
    },
    async pause(ctx, tx, id, reason) {
      if (!(await rows.lockAny(tx, id))) return
      const change = {
        status: 'paused' as const,
        nextAt: null,
        pausedUntil: null,
        attention: JSON.stringify(why(id, reason)),
        updatedAt: ctx.clock.now(),
      }
      await publishChanged(tx, source, [await rows.set(tx, id, change)])
    },
  }
}

/**
 * The occurrences that are the latest one of their series, with its row. An older occurrence only changes its
 * own numbers.
 */
export async function withLatest<Row extends { id: string }>(
  tx: Tx,
  source: SourceKind,
  rows: readonly Row[],
  occurrences: readonly OccurrenceChange[],
): Promise<{ row: Row; occurrence: OccurrenceChange; last: OccurrenceRow }[]> {
  const bySource = Map.groupBy(occurrences, ({ sourceId }) => sourceId)
  const ids = rows.map(({ id }) => id)
  const latest = await latestOccurrences(tx, source, ids)
  return rows.flatMap((row) => {
    const last = latest.get(row.id)
    const occurrence = bySource.get(row.id)?.find(({ id }) => id === last?.id)
    return last && occurrence && !isOvertaken(occurrence, last.finishedAt)
      ? [{ row, occurrence, last }]
      : []
  })
}

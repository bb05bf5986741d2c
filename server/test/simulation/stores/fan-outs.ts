import type * as real from '../../../src/planning/continued-fan-outs-store.ts'
import { rowsOf } from '../rows.ts'

export const takeFanOuts: typeof real.takeFanOuts = async (tx, now, max) =>
  [...rowsOf(tx).occurrences.values()]
    .filter(({ fanOutNotBefore }) => !(fanOutNotBefore && fanOutNotBefore > now))
    .flatMap(({ fanOutFrom, ...row }) => {
      const spec = rowsOf(tx).schedules.get(row.scheduleId ?? '')?.spec ?? null
      return fanOutFrom === null ? [] : [{ ...row, fanOutFrom, spec }]
    })
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .slice(0, max)

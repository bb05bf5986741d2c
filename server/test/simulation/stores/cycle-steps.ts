import type * as real from '../../../src/cycles/steps-store.ts'
import { rowsOf } from '../rows.ts'

export const readSteps: typeof real.readSteps = async (reading, cycleIds) =>
  Map.groupBy(
    [...rowsOf(reading).cycleSteps.values()]
      .filter(({ cycleId }) => cycleIds.includes(cycleId))
      .toSorted((a, b) => a.place - b.place)
      .map((row) => ({ ...row })),
    ({ cycleId }) => cycleId,
  )

/** No step of these worlds has a last day. */
export const readDated: typeof real.readDated = async () => []

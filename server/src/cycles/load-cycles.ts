import type { Reading } from '../platform/context.ts'
import { loadedCycleOf, type LoadedCycle } from './slot-facts.ts'
import { readSteps } from './steps-store.ts'
import * as store from './store.ts'
import { readTargets } from './targets-store.ts'

/** Adds the steps and groups of cycles to these rows, in the same order. */
export async function completeRows(
  reading: Reading,
  rows: readonly store.CycleRow[],
): Promise<LoadedCycle[]> {
  const ids = rows.map(({ id }) => id)
  const [steps, targets] = [await readSteps(reading, ids), await readTargets(reading, ids)]
  return rows.map((row) => loadedCycleOf(row, steps.get(row.id), targets.get(row.id)))
}

/** Reads cycles with their steps and groups, by id; ids that do not exist are missing. */
export async function loadCycles(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, LoadedCycle>> {
  const loadedCycles = await completeRows(reading, await store.readThese(reading, ids))
  return new Map(loadedCycles.map((loaded) => [loaded.row.id, loaded]))
}

/** Adds the steps and groups to one row. */
export async function completeRow(reading: Reading, row: store.CycleRow): Promise<LoadedCycle> {
  const [loaded] = await completeRows(reading, [row])
  return loaded!
}

/** How many groups of cycles are in memory at once: each cycle may have thousands. */
const GROUPS_AT_ONCE = 10_000

/**
 * Splits these cycles into pages by the number of their groups. A cycle with many groups is a page of its
 * own.
 */
export function inPages<Row>(rows: readonly Row[], groupsOf: (row: Row) => number): Row[][] {
  const pages: Row[][] = []
  let inPage = Infinity
  for (const row of rows) {
    const groups = groupsOf(row)
    if (inPage + groups > GROUPS_AT_ONCE) {
      pages.push([])
      inPage = 0
    }
    pages.at(-1)!.push(row)
    inPage += groups
  }
  return pages
}

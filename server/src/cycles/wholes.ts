import type { Reading } from '../platform/context.ts'
import { wholeOf, type Whole } from './rotation.ts'
import { readSteps } from './steps-store.ts'
import * as store from './store.ts'
import { readTargets } from './targets-store.ts'

/** Cycles with their steps and groups, in the order of these rows. */
export async function completeRows(
  reading: Reading,
  rows: readonly store.CycleRow[],
): Promise<Whole[]> {
  const ids = rows.map(({ id }) => id)
  const [steps, targets] = [await readSteps(reading, ids), await readTargets(reading, ids)]
  return rows.map((row) => wholeOf(row, steps.get(row.id), targets.get(row.id)))
}

/** The same of those of these ids that are there, by id. */
export async function readWholes(
  reading: Reading,
  ids: readonly string[],
): Promise<Map<string, Whole>> {
  const wholes = await completeRows(reading, await store.readThese(reading, ids))
  return new Map(wholes.map((whole) => [whole.row.id, whole]))
}

/** The same of one that was read. */
export async function completeRow(reading: Reading, row: store.CycleRow): Promise<Whole> {
  const [whole] = await completeRows(reading, [row])
  return whole!
}

/** Groups of cycles that are held at once, where many cycles are read: each may have thousands. */
const GROUPS_AT_ONCE = 10_000

/** These cycles in pages of so many groups together, in their order; a large one is a page by itself. */
export function inPages<Row>(rows: readonly Row[], groupsOf: (row: Row) => number): Row[][] {
  const pages: Row[][] = []
  let held = Infinity
  for (const row of rows) {
    const groups = groupsOf(row)
    if (held + groups > GROUPS_AT_ONCE) {
      pages.push([])
      held = 0
    }
    pages.at(-1)!.push(row)
    held += groups
  }
  return pages
}

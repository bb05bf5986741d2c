import type * as real from '../../../src/sending/group-rules/store.ts'
import { rowsOf } from '../rows.ts'

/** Groups of these worlds have no rules of their own. */
export const readSends: typeof real.readSends = async () => []

export const noteKeptBack: typeof real.noteKeptBack = async (tx, ids) => {
  const rows = rowsOf(tx)
  for (const id of ids) {
    const row = rows.occurrences.get(id)
    if (row) rows.change('occurrences', row, { keptBack: true })
  }
}

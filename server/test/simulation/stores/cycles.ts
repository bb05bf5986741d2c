import type * as real from '../../../src/cycles/store.ts'
import type { CycleChange, CycleRow } from '../../../src/cycles/store.ts'
import { rowsOf, type Rows } from '../rows.ts'

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'schedule',
  'ends',
  'position',
  'attention',
  'lastMove',
])

/** A change as it is written, where JSON is text, as the row has it. */
const read = (change: CycleChange): Partial<CycleRow> =>
  Object.fromEntries(
    Object.entries(change).map(([column, value]) => [
      column,
      JSON_COLUMNS.has(column) && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  )

const present = (rows: Rows, ids: readonly string[]) =>
  ids.flatMap((id) => rows.cycles.get(id) ?? []).filter(({ deletedAt }) => !deletedAt)

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

export const update: typeof real.update = async (tx, id, change) => {
  const row = rowsOf(tx).cycles.get(id)!
  rowsOf(tx).change('cycles', row, { ...read(change), rev: row.rev + 1 })
  return { ...row }
}

export const edit: typeof real.edit = async (tx, id, change) => {
  const row = rowsOf(tx).cycles.get(id)!
  rowsOf(tx).change('cycles', row, { ...read(change), rev: row.rev + 1, editedRev: row.rev + 1 })
  return { ...row }
}

export const find: typeof real.find = async (reading, userId, id) => {
  const [row] = present(rowsOf(reading), [id])
  return row?.userId === userId ? { ...row } : undefined
}

export const lock: typeof real.lock = (tx, userId, id) => find(tx, userId, id)

export const lockAny: typeof real.lockAny = async (tx, id) => {
  const [row] = present(rowsOf(tx), [id])
  return row && { ...row }
}

export const lockThese: typeof real.lockThese = async (tx, ids) =>
  [...new Set(ids)]
    .flatMap((id) => rowsOf(tx).cycles.get(id) ?? [])
    .map((row) => ({ ...row }))
    .toSorted(byId)

export const readThese: typeof real.readThese = async (reading, ids) =>
  present(rowsOf(reading), ids).map((row) => ({ ...row }))

export const findPresent: typeof real.findPresent = async (reading, ids) =>
  new Set(present(rowsOf(reading), ids).map(({ id }) => id))

const changed = ({ id, userId, rev }: CycleRow) => ({ id, userId, rev })

export const moveOn: typeof real.moveOn = async (tx, moves, now) => {
  const rows = rowsOf(tx)
  return moves.map(({ sourceId, slotAt, nextSlotAt, position, said, isLast, stays }) => {
    const row = rows.cycles.get(sourceId)!
    const slots = slotAt
      ? {
          status: nextSlotAt ? ('active' as const) : ('finished' as const),
          nextAt: nextSlotAt,
          pausedUntil: null,
        }
      : {}
    const last = isLast ? { status: 'finished' as const, nextAt: null } : {}
    rows.change('cycles', row, {
      ...(stays ? {} : { ...slots, ...last }),
      ...(position ? { position, returnedFrom: null, lastMove: null } : {}),
      ...(said ? { saidAt: now, runs: row.runs + 1 } : {}),
      rev: row.rev + 1,
      updatedAt: now,
    })
    return { ...changed(row), status: row.status }
  })
}

export const setStates: typeof real.setStates = async (tx, changes, now) => {
  const rows = rowsOf(tx)
  return changes.map(({ id, status, attention, position, returnedFrom, nextAt }) => {
    const row = rows.cycles.get(id)!
    const state = { status, attention, position, returnedFrom, nextAt }
    rows.change('cycles', row, { ...state, rev: row.rev + 1, updatedAt: now })
    return changed(row)
  })
}

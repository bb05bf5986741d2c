import type * as real from '../../../src/accounts/store.ts'
import { rowsOf, type AccountRow } from '../rows.ts'

export const find: typeof real.find = async (ctx, id) => copy(rowsOf(ctx).accounts.get(id))

export const lock: typeof real.lock = async (tx, id) => copy(rowsOf(tx).accounts.get(id))

const copy = (row: AccountRow | undefined) => row && { ...row }

export const update: typeof real.update = async (tx, now, id, changes) => {
  const row = rowsOf(tx).accounts.get(id)!
  rowsOf(tx).change('accounts', row, { ...(changes as object), updatedAt: now })
  return { ...row }
}

export const pause: typeof real.pause = async (tx, now, id, until) => {
  const row = rowsOf(tx).accounts.get(id)!
  const pausedUntil = row.pausedUntil && row.pausedUntil > until ? row.pausedUntil : until
  rowsOf(tx).change('accounts', row, { pausedUntil, updatedAt: now })
}

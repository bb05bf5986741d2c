import type * as real from '../../../src/sending/store.ts'
import { rowsOf, type DeliveryRow, type Rows } from '../rows.ts'
import { isPending } from './deliveries.ts'
import { byTurn, pendingOf } from './lanes.ts'

export const defer: typeof real.defer = async (reading, now, owner, deferred) => {
  const rows = rowsOf(reading)
  if (!isOwner(rows, owner)) return
  for (const { id, until, reason, graceMs } of deferred) {
    const row = rows.deliveries.get(id)
    if (!row || row.accountId !== owner.id || !isPending(row)) continue
    const expiresAt = new Date(row.expiresAt.getTime() + Math.round(graceMs))
    const changes = { notBefore: until, reason, expiresAt, rev: row.rev + 1, updatedAt: now }
    rows.change('deliveries', row, { status: 'waiting', ...changes })
    for (const later of laterParts(rows, row)) {
      const laterExpiresAt = new Date(later.expiresAt.getTime() + Math.round(graceMs))
      rows.change('deliveries', later, { expiresAt: laterExpiresAt })
    }
  }
}

const laterParts = (rows: Rows, { occurrenceId, part, groupId, topicId }: DeliveryRow) =>
  [...rows.deliveries.values()].filter(
    (row) =>
      row.occurrenceId === occurrenceId &&
      row.part > part &&
      row.groupId === groupId &&
      row.topicId === topicId &&
      isPending(row),
  )

export const isOwner = (rows: Rows, { id, epoch }: real.Owner) =>
  rows.accounts.get(id)?.epoch === epoch

export const keyOf: typeof real.keyOf = ({ id, epoch }) => `${id} ${epoch}`

export const lockOwned: typeof real.lockOwned = async (tx, owners) => {
  const once = new Map(owners.map((owner) => [keyOf(owner), owner]))
  return [...once.values()].filter((owner) => isOwner(rowsOf(tx), owner))
}

export const hold: typeof real.hold = async (tx, now, accountId, { code, reason }) => {
  const rows = rowsOf(tx)
  const held = new Set<string>()
  for (const row of pendingOf(rows, accountId)) {
    const isHeld = row.status === 'held' && row.code === code
    if (isHeld || row.notBefore > now || row.expiresAt <= now) continue
    held.add(row.occurrenceId)
    rows.change('deliveries', row, {
      status: 'held',
      code,
      reason,
      rev: row.rev + 1,
      updatedAt: now,
    })
  }
  return [...held].toSorted()
}

export const findExpired: typeof real.findExpired = async (reading, now, accountId, until) =>
  slice(
    pendingOf(rowsOf(reading), accountId).filter(
      ({ expiresAt, notBefore }) =>
        expiresAt <= now || (until && notBefore <= now && expiresAt <= until),
    ),
  )

export const findEnding: typeof real.findEnding = async (reading, now, accountId) =>
  slice(
    pendingOf(rowsOf(reading), accountId).filter(
      ({ status, notBefore }) => status !== 'waiting' || notBefore <= now,
    ),
  )

const slice = (lane: DeliveryRow[]) =>
  lane
    .toSorted((a, b) => (a.userId === b.userId ? byTurn(a, b) : a.userId < b.userId ? -1 : 1))
    .slice(0, SLICE_MAX)
    .map(({ id }) => id)

export const SLICE_MAX: typeof real.SLICE_MAX = 500

export const giveWay: typeof real.giveWay = async () => {}

import type * as real from '../../../src/accounts/owners-store.ts'
import type { Session } from '../../../src/platform/db/session.ts'
import { rowsOf, type AccountRow, type Rows } from '../rows.ts'
import { laneOf } from './lanes.ts'

/** A session of the simulation: the process that registered by it lives as long as it. */
type Held = { db: Rows; processId: number }
const held = (session: Session) => session as unknown as Held
const rowsBehind = (session: Session) => held(session).db

export const registerProcess: typeof real.registerProcess = async (
  session,
  { roles, sharedAccounts },
  leaseMs,
) => {
  const rows = rowsBehind(session)
  const [id, now] = [rows.nextNumber(), rows.now()]
  const leaseUntil = new Date(now.getTime() + leaseMs)
  held(session).processId = id
  rows.insert('processes', {
    id,
    roles: [...roles],
    sharedAccounts: [...sharedAccounts],
    leaseUntil,
    startedAt: now,
  })
  return { id, now }
}

export const unregisterProcess: typeof real.unregisterProcess = async (session, processId) =>
  rowsBehind(session).remove('processes', String(processId))

export const renewLease: typeof real.renewLease = async (session, processId, leaseMs) => {
  const rows = rowsBehind(session)
  const row = rows.processes.get(String(processId))
  if (!row) return undefined
  rows.change('processes', row, { leaseUntil: new Date(rows.now().getTime() + leaseMs) })
  return rows.now()
}

const gone = (rows: Rows, me: number) =>
  [...rows.processes.values()].filter(
    ({ id, leaseUntil }) => id !== me && (leaseUntil < rows.now() || !rows.lives(id)),
  )

const isNeeded = (rows: Rows, { id, credentials }: AccountRow) =>
  credentials !== null || laneOf(rows, id).length > 0

const isFree = (rows: Rows, { owner }: AccountRow) =>
  owner === null || !rows.processes.has(String(owner))

export const census: typeof real.census = async (reading, me) => {
  const rows = rowsOf(reading)
  const accounts = [...rows.accounts.values()]
  return {
    accounts: accounts.filter((row) => isNeeded(rows, row)).length,
    processes: rows.processes.size,
    mine: accounts.filter(({ owner }) => owner === me).length,
    dead: gone(rows, me).length > 0,
    free: accounts.some((row) => isFree(rows, row) && isNeeded(rows, row)),
    idle: accounts.some((row) => row.owner === me && !isNeeded(rows, row)),
  }
}

export const deleteDeadProcesses: typeof real.deleteDeadProcesses = async (tx, me) => {
  const rows = rowsOf(tx)
  for (const { id } of gone(rows, me)) rows.remove('processes', String(id))
}

export const claimAccounts: typeof real.claimAccounts = async (tx, me, most) => {
  const rows = rowsOf(tx)
  return [...rows.accounts.values()]
    .filter((row) => isFree(rows, row) && isNeeded(rows, row))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map((row) => {
      rows.change('accounts', row, { owner: me, epoch: row.epoch + 1 })
      return { id: row.id, channel: row.channel, epoch: row.epoch, traits: row.traits }
    })
}

export const findOwned: typeof real.findOwned = async (reading, me) =>
  [...rowsOf(reading).accounts.values()]
    .filter(({ owner }) => owner === me)
    .map(({ id, channel, epoch, traits }) => ({ id, channel, epoch, traits }))

export const findIdle: typeof real.findIdle = async (reading, me) => {
  const rows = rowsOf(reading)
  return [...rows.accounts.values()]
    .filter((row) => row.owner === me && !isNeeded(rows, row))
    .map(({ id }) => id)
}

export const releaseAccounts: typeof real.releaseAccounts = async (tx, me, accounts) => {
  const rows = rowsOf(tx)
  for (const { id } of accounts) {
    const row = rows.accounts.get(id)
    if (row?.owner === me) rows.change('accounts', row, { owner: null })
  }
}

export const retireProcess: typeof real.retireProcess = async (tx, me) => {
  const rows = rowsOf(tx)
  for (const row of rows.accounts.values()) {
    if (row.owner === me) rows.change('accounts', row, { owner: null })
  }
  rows.remove('processes', String(me))
}

export const lockOwned: typeof real.lockOwned = async (tx, { id, epoch }) =>
  rowsOf(tx).accounts.get(id)?.epoch === epoch

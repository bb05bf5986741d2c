import type * as real from '../../../src/occurrences/store.ts'
import { rowsOf, type OccurrenceRow } from '../rows.ts'
import { CUT_SHORT, isShort, STOPPED_SHORT } from '../../../src/occurrences/rules.ts'

export const insertOccurrences: typeof real.insertOccurrences = async (tx, now, planned) => {
  const rows = rowsOf(tx)
  const made = new Set<string>()
  for (const { skipped, skippedCount, ...row } of planned) {
    const taken = [...rows.occurrences.values()].some(
      ({ scheduleId, slotAt }) =>
        scheduleId !== null &&
        scheduleId === row.scheduleId &&
        slotAt?.getTime() === row.slotAt?.getTime(),
    )
    if (taken) continue
    rows.insert('occurrences', {
      ...row,
      status: skipped === null ? 'planned' : 'skipped',
      reason: skipped,
      fanOutFailures: 0,
      fanOutNotBefore: null,
      restoreFrom: null,
      finishedAt: skipped === null ? null : now,
      stopped: null,
      ignoresRules: false,
      keptBack: false,
      sent: 0,
      failed: 0,
      skipped: skippedCount,
      unconfirmed: 0,
      told: 0,
      rang: false,
      reopened: false,
      createdAt: now,
    })
    made.add(row.id)
  }
  return made
}

export const countPlanned: typeof real.countPlanned = async (tx, slices) => {
  const rows = rowsOf(tx)
  return slices.flatMap(({ occurrenceId, from, total, skipped, continuesAt }) => {
    const row = rows.occurrences.get(occurrenceId)!
    if (from !== null && row.fanOutFrom !== from) return []
    rows.change('occurrences', row, {
      total: row.total + total,
      skipped: row.skipped + skipped,
      fanOutFrom: continuesAt,
    })
    return occurrenceId
  })
}

export const stopOccurrences: typeof real.stopOccurrences = async (tx, which, code) => {
  const rows = rowsOf(tx)
  const going = [...rows.occurrences.values()].filter(
    ({ source, sourceId, finishedAt }) =>
      source === which.source && sourceId === which.sourceId && finishedAt === null,
  )
  return going.map((row) => {
    const short = row.fanOutFrom !== null
    const reason = short ? STOPPED_SHORT : row.reason
    const changes = { fanOutFrom: null, fanOutNotBefore: null, stopped: code, reason }
    rows.change('occurrences', row, changes)
    return { id: row.id, short }
  })
}

export const lockDeleted: typeof real.lockDeleted = async (tx, which) => {
  const named = (row: OccurrenceRow) =>
    'ids' in which
      ? which.ids.includes(row.id)
      : row.source === which.source && row.sourceId === which.sourceId
  const rows = [...rowsOf(tx).occurrences.values()].filter(named)
  return new Set(rows.flatMap(({ id, stopped }) => (stopped === 'deleted' ? id : [])))
}

export const noteFanOut: typeof real.noteFanOut = async (tx, id, { failures, notBefore }) => {
  const row = rowsOf(tx).occurrences.get(id)!
  rowsOf(tx).change('occurrences', row, { fanOutFailures: failures, fanOutNotBefore: notBefore })
}

export const cutFanOut: typeof real.cutFanOut = async (tx, id) => {
  const row = rowsOf(tx).occurrences.get(id)!
  if (row.fanOutFrom === null) return
  const changes = { fanOutFrom: null, fanOutNotBefore: null, reason: CUT_SHORT }
  rowsOf(tx).change('occurrences', row, changes)
}

export const readOccurrences: typeof real.readOccurrences = async (reading, ids) => {
  const rows = rowsOf(reading)
  return ids
    .flatMap((id) => rows.occurrences.get(id) ?? [])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => {
      const codes = [...rows.deliveries.values()]
        .filter(({ occurrenceId }) => occurrenceId === row.id)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const code = row.skipped === row.total ? codes.find(({ code }) => code !== null)?.code : null
      const late = codes.filter(
        ({ status, code }) => status === 'skipped' && code === 'late',
      ).length
      const own = row.reason === STOPPED_SHORT ? null : row.reason
      const stopped = row.total === 0 ? row.stopped : null
      return { ...row, reason: own ?? code ?? stopped ?? row.reason, late }
    })
}

export const lockOccurrences: typeof real.lockOccurrences = (tx, ids) => readOccurrences(tx, ids)

export const setOccurrences: typeof real.setOccurrences = async (tx, changed) => {
  const rows = rowsOf(tx)
  for (const { id, status, reason, finishedAt, told, rang, reopened } of changed) {
    const row = rows.occurrences.get(id)!
    const kept = isShort(row.reason) ? row.reason : reason
    rows.change('occurrences', row, {
      status: status as typeof row.status,
      reason: kept,
      finishedAt,
      told,
      rang,
      reopened,
    })
  }
}

export const noteMissing: typeof real.noteMissing = async (tx, missing) => {
  const rows = rowsOf(tx)
  return new Map(
    missing.flatMap(({ id, told, rang }) => {
      const row = rows.occurrences.get(id)
      if (!row || row.finishedAt || row.told >= told) return []
      const before = { rang: row.rang }
      rows.change('occurrences', row, { told, rang: before.rang || rang })
      return [[id, before] as const]
    }),
  )
}

export const findUnreported: typeof real.findUnreported = async (reading) =>
  [...rowsOf(reading).occurrences.values()]
    .filter(
      ({ finishedAt, fanOutFrom, total, sent, failed, skipped, unconfirmed }) =>
        finishedAt === null &&
        fanOutFrom === null &&
        total === sent + failed + skipped + unconfirmed,
    )
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .slice(0, 500)
    .map(({ id }) => id)

export const findUnannounced: typeof real.findUnannounced = async (reading) =>
  [...rowsOf(reading).occurrences.values()]
    .filter(
      ({ finishedAt, failed, skipped, unconfirmed, told }) =>
        finishedAt === null && failed + skipped + unconfirmed > told,
    )
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    .slice(0, 500)
    .map(({ id }) => id)

export const readUsers: typeof real.readUsers = async (reading, ids) =>
  new Map(
    ids.flatMap((id) => {
      const row = rowsOf(reading).occurrences.get(id)
      return row ? [[id, row.userId]] : []
    }),
  )

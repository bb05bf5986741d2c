import type { Schedule } from '@carillon/contract/schedule'
import { after } from '../../../src/platform/clock.ts'
import type * as real from '../../../src/planning/store.ts'
import { rowsOf, type Rows } from '../rows.ts'

const scheduleOf = (rows: Rows, source: string, sourceId: string) =>
  [...rows.schedules.values()].find((row) => row.source === source && row.sourceId === sourceId)

export const put: typeof real.put = async (tx, row) => {
  const rows = rowsOf(tx)
  const fresh = { notBefore: null, waitsFor: null, failures: 0, lastError: null }
  const given = {
    ...fresh,
    nextSlotAt: row.nextSlotAt ?? null,
    nextLocal: row.nextLocal ?? null,
    zoneData: row.zoneData ?? null,
    spec: JSON.parse(row.spec) as Schedule,
  }
  const known = scheduleOf(rows, row.source, row.sourceId)
  const { id, userId, source, sourceId, createdAt, updatedAt } = row
  if (known) return rows.change('schedules', known, { ...given, updatedAt })
  const dates = { createdAt, updatedAt }
  rows.insert('schedules', { ...given, ...dates, id, userId, source, sourceId })
}

export const clear: typeof real.clear = async (tx, ids, updatedAt) => {
  const rows = rowsOf(tx)
  for (const id of ids) {
    rows.change('schedules', rows.schedules.get(id)!, {
      nextSlotAt: null,
      notBefore: null,
      waitsFor: null,
      updatedAt,
    })
  }
}

export const remove: typeof real.remove = async (tx, source, sourceId) => {
  const known = scheduleOf(rowsOf(tx), source, sourceId)
  if (known) rowsOf(tx).remove('schedules', known.id)
}

export const lastMade: typeof real.lastMade = async (tx, source, sourceId) => {
  const id = scheduleOf(rowsOf(tx), source, sourceId)?.id
  const made = [...rowsOf(tx).occurrences.values()].filter(({ scheduleId }) => scheduleId === id)
  const slots = made.flatMap(({ slotAt }) => slotAt ?? [])
  return slots.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)
}

export const lock: typeof real.lock = async (tx, source, sourceId) => {
  const known = scheduleOf(rowsOf(tx), source, sourceId)
  return known && { ...known }
}

export const lockSource: typeof real.lockSource = async () => {}

export const takeDue: typeof real.takeDue = async (
  tx,
  now,
  max,
  { until, zoneData, planAnywayBefore },
) =>
  [...rowsOf(tx).schedules.values()]
    .filter(
      ({ nextSlotAt, notBefore, ...row }) =>
        isDue(nextSlotAt, until) &&
        !(notBefore && notBefore > now) &&
        ((row.zoneData ?? '') <= zoneData || isDue(nextSlotAt, planAnywayBefore)),
    )
    .toSorted((a, b) => a.nextSlotAt!.getTime() - b.nextSlotAt!.getTime())
    .slice(0, max)
    .map((row) => ({ ...row }))

const isDue = (at: Date | null, now: Date) => at !== null && at <= now

export const takeOlder: typeof real.takeOlder = async (tx, zoneData, behind, max) =>
  [...rowsOf(tx).schedules.values()]
    .filter((row) => row.nextSlotAt && (row.zoneData ?? '') < zoneData && isBehind(row, behind))
    .toSorted((a, b) => (isBehind(a, { ...b, zoneData: b.zoneData ?? '' }) ? 1 : -1))
    .slice(0, max)
    .map((row) => ({ ...row }))

const isBehind = (row: { id: string; zoneData: string | null }, other: real.Behind) => {
  const age = row.zoneData ?? ''
  return age > other.zoneData || (age === other.zoneData && row.id > other.id)
}

export const retime: typeof real.retime = async (tx, moves, zoneData) => {
  const rows = rowsOf(tx)
  for (const { id, nextSlotAt, nextLocal } of moves) {
    rows.change('schedules', rows.schedules.get(id)!, { nextSlotAt, nextLocal, zoneData })
  }
}

export const readTime: typeof real.readTime = async (reading) => rowsOf(reading).now()

export const moveOn: typeof real.moveOn = async (tx, moves, zoneData, updatedAt) => {
  const rows = rowsOf(tx)
  const fresh = { notBefore: null, waitsFor: null, failures: 0, lastError: null, updatedAt }
  for (const { id, nextSlotAt, nextLocal } of moves) {
    const next = { nextSlotAt, nextLocal, zoneData }
    rows.change('schedules', rows.schedules.get(id)!, { ...fresh, ...next })
  }
}

export const putOff: typeof real.putOff = async (tx, waits, updatedAt) => {
  const rows = rowsOf(tx)
  for (const { id, notBefore, waitsFor } of waits) {
    const changes = { notBefore, waitsFor, failures: 0, updatedAt }
    rows.change('schedules', rows.schedules.get(id)!, changes)
  }
}

export const noteFailure: typeof real.noteFailure = async (tx, id, failure) =>
  rowsOf(tx).change('schedules', rowsOf(tx).schedules.get(id)!, failure)

export const nextDue: typeof real.nextDue = async (reading, now, leadMs) => {
  const until = after(now, leadMs)
  const all = [...rowsOf(reading).schedules.values()]
  const slots = all.flatMap(({ nextSlotAt, notBefore }) =>
    nextSlotAt && !notBefore ? after(nextSlotAt, -leadMs) : [],
  )
  const again = all.flatMap(({ nextSlotAt, notBefore }) =>
    notBefore && isDue(nextSlotAt, until) ? notBefore : [],
  )
  const fanOuts = [...rowsOf(reading).occurrences.values()].filter((row) => row.fanOutFrom !== null)
  const slices = fanOuts.flatMap((row) => row.fanOutNotBefore ?? [])
  const next = [...slots, ...again, ...slices].toSorted((a, b) => a.getTime() - b.getTime())[0]
  const due =
    all.some(
      ({ nextSlotAt, notBefore }) => isDue(nextSlotAt, until) && !(notBefore && notBefore > now),
    ) || fanOuts.some(({ fanOutNotBefore }) => !(fanOutNotBefore && fanOutNotBefore > now))
  return { due, next: next ?? null }
}

export const inSavepoint: typeof real.inSavepoint = async (tx, work) => {
  const rows = rowsOf(tx)
  const mark = rows.mark()
  try {
    return await work()
  } catch (error) {
    rows.undo(mark)
    throw error
  }
}

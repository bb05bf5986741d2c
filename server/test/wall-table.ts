import { Temporal } from 'temporal-polyfill'

/** A zone during some 400 days, minute by minute, as its wall clock is read. Knows no rule of ours. */
export type WallTable = {
  zone: string
  /** The first minute, after 1970, and how many there are. */
  base: number
  /** How far the clock is ahead of UTC, in minutes, at each minute. */
  offsets: Int16Array
  /** The first minute that reads each wall time (minutes after 1970 on the wall), 0 when none does. */
  first: Int32Array
  /** How many minutes read each wall time. */
  readings: Uint8Array
}

/** Days before and after the 400, so that what moves across an end is seen. */
const PADDING_DAYS = 6
const DAY = 1_440

/** The days in which each zone does what is hard, from the first of them. */
export const HARD_DAYS: readonly (readonly [zone: string, firstDay: string])[] = [
  ['Europe/Berlin', '2026-02-01'],
  // The year in which the United States moved their changes.
  ['America/New_York', '2006-10-01'],
  // Half an hour.
  ['Australia/Lord_Howe', '2026-03-01'],
  // A day left out.
  ['Pacific/Apia', '2011-09-01'],
  // Ramadan.
  ['Africa/Casablanca', '2025-01-15'],
  // The last summer time.
  ['Asia/Tehran', '2021-09-01'],
  // At a minute past midnight, then at two.
  ['America/St_Johns', '2010-10-20'],
  ['Pacific/Chatham', '2026-03-01'],
  // Summer time comes back, at midnight.
  ['Africa/Cairo', '2023-03-01'],
  // Two hours.
  ['Antarctica/Troll', '2026-02-01'],
  ['America/Sao_Paulo', '2018-09-01'],
  // Half an hour up to midnight, for good.
  ['Asia/Pyongyang', '2018-01-01'],
]

export const HARD_DAYS_COUNT = 400

const tables = new Map<string, WallTable>()

/** Reads a zone's clock at every minute of its hard days. */
export function wallTable(zone: string): WallTable {
  const known = tables.get(zone)
  if (known) return known

  const firstDay = HARD_DAYS.find(([name]) => name === zone)![1]
  const base = minutesOf(`${firstDay}T00:00`) - PADDING_DAYS * DAY
  const count = (HARD_DAYS_COUNT + 2 * PADDING_DAYS) * DAY
  const offsets = readOffsets(zone, base, count)
  const first = new Int32Array(count)
  const readings = new Uint8Array(count)
  for (let n = 0; n < count; n++) {
    const wall = n + offsets[n]!
    if (wall < 0 || wall >= count) continue
    if (readings[wall]!++ === 0) first[wall] = base + n
  }
  const table = { zone, base, offsets, first, readings }
  tables.set(zone, table)
  return table
}

/** Asked hour by hour, and minute by minute where an hour ends otherwise than it began. */
function readOffsets(zone: string, base: number, count: number): Int16Array {
  const offsets = new Int16Array(count)
  const offsetAt = (n: number) => {
    const at = Temporal.Instant.fromEpochMilliseconds((base + n) * 60_000)
    return at.toZonedDateTimeISO(zone).offsetNanoseconds / 60e9
  }
  let before = offsetAt(0)
  for (let n = 0; n < count; n += 60) {
    const after = offsetAt(n + 60)
    if (after === before) offsets.fill(before, n, n + 60)
    else for (let m = n; m < n + 60; m++) offsets[m] = offsetAt(m)
    before = after
  }
  return offsets
}

/** The instant (minutes after 1970) that a wall time means, and what the clocks did to it. */
export function meant(table: WallTable, wall: number) {
  const { base, first, readings } = table
  const n = wall - base
  if (readings[n]! > 1) return { at: first[n]!, mark: 'overlap_first' as const }
  if (readings[n] === 1) return { at: first[n]!, mark: undefined }
  // Nobody ever reads it: on by as many minutes as the clock leaves out.
  let [from, to] = [n, n]
  while (readings[from - 1] === 0) from--
  while (readings[to] === 0) to++
  return { at: first[n + to - from]!, mark: 'gap_shifted' as const }
}

/** What the clock shows at an instant, in minutes after 1970 on the wall. */
export const shownAt = ({ base, offsets }: WallTable, at: number): number =>
  at + offsets[at - base]!

/** Minutes after 1970 on the wall, and back. */
export const minutesOf = (local: string): number => Date.parse(`${local}Z`) / 60_000
export const localAt = (wall: number): string => new Date(wall * 60_000).toISOString().slice(0, 16)

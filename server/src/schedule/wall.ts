import type { SlotMark } from '@carillon/contract/schedule'
import { Temporal } from 'temporal-polyfill'
import { DAY_MS, localOf } from './calendar.ts'

/** The instant of a local time, in milliseconds after 1970, and how a clock change affected it. */
export type Named = { at: number; mark?: SlotMark }

/** A slot as numbers: its instant and its local time. */
export type Candidate = Named & { wall: number }

/** A period without clock changes in a zone: [from, to) in epoch milliseconds. */
export type Period = { from: number; to: number; offset: number }

/** The periods of a zone, loaded once for each span of years. */
export type Zone = { name: string; spans: Map<number, readonly Period[]> }

/** Four years: loading them for a new zone takes about 2 ms. */
const SPAN_MS = 1_461 * DAY_MS

/** More than any clock change: Samoa skipped a day. */
const CHANGE_MAX_MS = 26 * 3_600_000

// About 600 zones and 2,880 plain offsets exist; they are cached as long as the process runs.
const zones = new Map<string, Zone>()

/** The zone of an IANA name; throws on one that does not exist. */
export function zoneOf(name: string): Zone {
  const key = name.toLowerCase()
  const zone = zones.get(key) ?? { name, spans: new Map() }
  zones.set(key, zone)
  return zone
}

/**
 * The rule for clock changes (from RFC 5545): a local time that does not exist moves forward by the gap (02:30 becomes
 * 03:30); of a local time that comes twice, the first is meant.
 */
export function onWallClock(wall: number, zone: Zone): Named {
  // No earlier period can contain it, because no zone is so far from UTC.
  return namedFrom(periodAt(wall - CHANGE_MAX_MS, zone), wall, zone)
}

/** The instant of a local time that is in no period before this one. */
function namedFrom(period: Period, wall: number, zone: Zone): Named {
  const at = wall - period.offset
  // The usual case: no clock change is near.
  if (at + CHANGE_MAX_MS < period.to) return { at }

  const next = periodAt(period.to, zone)
  const namedByNext = wall - next.offset >= next.from
  if (at < period.to) return namedByNext ? { at, mark: 'overlap_first' } : { at }
  return namedByNext ? namedFrom(next, wall, zone) : { at, mark: 'gap_shifted' }
}

/**
 * The offset of a local day if no clock change is near; undefined if one is, and then `onWallClock` is needed for each
 * of its times.
 */
export function offsetOn(day: number, zone: Zone): number | undefined {
  const { to, offset } = periodAt(day * DAY_MS - CHANGE_MAX_MS, zone)
  return (day + 1) * DAY_MS - offset + CHANGE_MAX_MS < to ? offset : undefined
}

/** The local times of an instant: what the clock shows, and times of a gap that moved there. */
export function* wallsAt(at: number, zone: Zone): Generator<number> {
  let period = periodAt(at, zone)
  for (;;) {
    const wall = at + period.offset
    if (onWallClock(wall, zone).at === at) yield wall
    if (!changedBefore(at, period)) return
    period = periodAt(period.from - 1, zone)
  }
}

/** Whether a clock change was so shortly before that a skipped local time may still come. */
export const changedBefore = (at: number, period: Period): boolean =>
  at - period.from < CHANGE_MAX_MS

/** Whether local times of a gap move to this instant, or to later ones. */
export function movedTo(at: number, zone: Zone): boolean {
  const period = periodAt(at, zone)
  if (!changedBefore(at, period)) return false
  return at - period.from < period.offset - periodAt(period.from - 1, zone).offset
}

/** What the wall clock of a zone shows at an instant. */
export const readAt = (at: number, zone: Zone): number => at + periodAt(at, zone).offset

/** The first instant of a day: no slot of this or a later day is before it. */
export function dawnOf(day: number, zone: Zone): number {
  const { at, mark } = onWallClock(day * DAY_MS, zone)
  return mark === 'gap_shifted' ? periodAt(at, zone).from : at
}

/** The clock gap that contains a local time: the times just before and just after the gap. */
export function gapAt(wall: number, zone: Zone): { from: string; to: string } | undefined {
  const { at, mark } = onWallClock(wall, zone)
  if (mark !== 'gap_shifted') return undefined
  const { from: change, offset } = periodAt(at, zone)
  const before = periodAt(change - 1, zone)
  return { from: localOf(change + before.offset), to: localOf(change + offset) }
}

/** The period of an instant. */
export function periodAt(at: number, zone: Zone): Period {
  const span = Math.floor(at / SPAN_MS)
  const periods = zone.spans.get(span) ?? loadPeriods(span, zone)
  for (const period of periods) if (at < period.to) return period
  throw new RangeError(`No time in ${zone.name} at ${at}.`)
}

/** Loads the periods of a span from the time zone database, and caches them. */
function loadPeriods(span: number, zone: Zone): readonly Period[] {
  const start = Temporal.Instant.fromEpochMilliseconds(span * SPAN_MS)
  const end = (span + 1) * SPAN_MS
  const periods: Period[] = []
  let zoned = start.toZonedDateTimeISO(zone.name)
  // A change at the very start belongs to the span, and "previous" means strictly before.
  const before = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  let from = before?.epochMilliseconds ?? -Infinity
  while (from < end) {
    const next = zoned.getTimeZoneTransition('next')
    const to = next?.epochMilliseconds ?? Infinity
    periods.push({ from, to, offset: zoned.offsetNanoseconds / 1e6 })
    if (!next) break
    zoned = next
    from = to
  }
  zone.spans.set(span, periods)
  return periods
}

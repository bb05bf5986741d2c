import type { SlotMark } from '@carillon/contract/schedule'
import { Temporal } from 'temporal-polyfill'
import { DAY_MS, localOf } from './calendar.ts'

/** An instant that a time on the wall names, in milliseconds after 1970, and what the clocks did to it. */
export type Named = { at: number; mark?: SlotMark }

/** A slot as numbers: its instant, and the time on the wall that named it. */
export type Candidate = Named & { wall: number }

/** A stretch of time in which a zone's clocks are not changed: [from, to) in epoch milliseconds. */
export type Period = { from: number; to: number; offset: number }

/** A zone's stretches, looked up once for each span of years that is asked for. */
export type Zone = { name: string; spans: Map<number, readonly Period[]> }

/** Four years, so that a rule asks little of a zone it has not seen yet: some 2 ms. */
const SPAN_MS = 1_461 * DAY_MS

/** Farther than any clock is put at once: Samoa left out a day. */
const CHANGE_MAX_MS = 26 * 3_600_000

// There are some 600 zones and 2,880 plain offsets; what is known of them holds as long as the process.
const zones = new Map<string, Zone>()

/** The zone of an IANA name; throws on one that does not exist. */
export function zoneOf(name: string): Zone {
  const key = name.toLowerCase()
  const zone = zones.get(key) ?? { name, spans: new Map() }
  zones.set(key, zone)
  return zone
}

/**
 * The one rule for changing clocks (RFC 5545's): a time on the wall that does not exist moves forward
 * by the gap (02:30 becomes 03:30), one that comes twice means the first.
 */
export function onWallClock(wall: number, zone: Zone): Named {
  // No earlier stretch can name it: no zone is that far from UTC.
  return namedFrom(stretchAt(wall - CHANGE_MAX_MS, zone), wall, zone)
}

/** What a time on the wall means, when no stretch before this one names it. */
function namedFrom(stretch: Period, wall: number, zone: Zone): Named {
  const at = wall - stretch.offset
  // Nearly always: the clocks are not changed anywhere near.
  if (at + CHANGE_MAX_MS < stretch.to) return { at }

  const next = stretchAt(stretch.to, zone)
  const namedByNext = wall - next.offset >= next.from
  if (at < stretch.to) return namedByNext ? { at, mark: 'overlap_first' } : { at }
  return namedByNext ? namedFrom(next, wall, zone) : { at, mark: 'gap_shifted' }
}

/**
 * The offset of a whole day on the wall, where the clocks are not changed anywhere near it; undefined
 * where they are, and `onWallClock` has to be asked for each of its times.
 */
export function offsetOn(day: number, zone: Zone): number | undefined {
  const { to, offset } = stretchAt(day * DAY_MS - CHANGE_MAX_MS, zone)
  return (day + 1) * DAY_MS - offset + CHANGE_MAX_MS < to ? offset : undefined
}

/** The times on the wall that name an instant: what the clock shows, and times that were moved there. */
export function* wallsAt(at: number, zone: Zone): Generator<number> {
  let stretch = stretchAt(at, zone)
  for (;;) {
    const wall = at + stretch.offset
    if (onWallClock(wall, zone).at === at) yield wall
    if (!changedBefore(at, stretch)) return
    stretch = stretchAt(stretch.from - 1, zone)
  }
}

/** Whether the clocks were changed so shortly before that a time they jumped over may still come. */
export const changedBefore = (at: number, stretch: Period): boolean =>
  at - stretch.from < CHANGE_MAX_MS

/** Whether times that the clocks jumped over move to this instant, or to later ones. */
export function movedTo(at: number, zone: Zone): boolean {
  const stretch = stretchAt(at, zone)
  if (!changedBefore(at, stretch)) return false
  return at - stretch.from < stretch.offset - stretchAt(stretch.from - 1, zone).offset
}

/** What the wall clock of a zone shows at an instant. */
export const readAt = (at: number, zone: Zone): number => at + stretchAt(at, zone).offset

/** The first instant of a day: nothing that this or a later day names comes before it. */
export function dawnOf(day: number, zone: Zone): number {
  const { at, mark } = onWallClock(day * DAY_MS, zone)
  return mark === 'gap_shifted' ? stretchAt(at, zone).from : at
}

/** The jump of the clocks that a time on the wall falls into: the times just before and just after it. */
export function gapAt(wall: number, zone: Zone): { from: string; to: string } | undefined {
  const { at, mark } = onWallClock(wall, zone)
  if (mark !== 'gap_shifted') return undefined
  const { from: change, offset } = stretchAt(at, zone)
  const before = stretchAt(change - 1, zone)
  return { from: localOf(change + before.offset), to: localOf(change + offset) }
}

/** The stretch that an instant lies in. */
export function stretchAt(at: number, zone: Zone): Period {
  const span = Math.floor(at / SPAN_MS)
  const stretches = zone.spans.get(span) ?? loadPeriods(span, zone)
  for (const stretch of stretches) if (at < stretch.to) return stretch
  throw new RangeError(`No time in ${zone.name} at ${at}.`)
}

/** Asks the time zone database for the stretches of a span, and keeps them. */
function loadPeriods(span: number, zone: Zone): readonly Period[] {
  const start = Temporal.Instant.fromEpochMilliseconds(span * SPAN_MS)
  const end = (span + 1) * SPAN_MS
  const stretches: Period[] = []
  let zoned = start.toZonedDateTimeISO(zone.name)
  // A change at the very start belongs to the span, and "previous" means strictly before.
  const before = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  let from = before?.epochMilliseconds ?? -Infinity
  while (from < end) {
    const next = zoned.getTimeZoneTransition('next')
    const to = next?.epochMilliseconds ?? Infinity
    stretches.push({ from, to, offset: zoned.offsetNanoseconds / 1e6 })
    if (!next) break
    zoned = next
    from = to
  }
  zone.spans.set(span, stretches)
  return stretches
}

import { perZone } from '../../ui/time/perZone.ts'

/**
 * An instant that a wall clock names. `inGap` says that the clocks skip the wall time that day, `twice` that it comes
 * twice.
 */
export type LocalInstant = { at: Date; inGap: boolean; twice: boolean }

/**
 * The instant that `local` (2026-12-01T09:00) names in a zone, by the same rule as the server: a time
 * that the clocks skip moves on by the gap, one that they show twice is the first of the two.
 */
export function instantOf(local: string, timeZone: string): LocalInstant | undefined {
  const asUtc = Date.parse(`${local}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  // No zone changes its clocks twice within two days.
  const before = asUtc - offsetMs(asUtc - DAY_MS, timeZone)
  const after = asUtc - offsetMs(asUtc + DAY_MS, timeZone)
  const hits = [before, after].filter((at) => localOf(new Date(at), timeZone) === local)
  const [first = before] = hits
  return {
    at: new Date(first),
    inGap: hits.length === 0,
    twice: hits.some((at) => at !== first),
  }
}

/** What the wall clock of a zone shows at an instant: 2026-12-01T09:00. */
export const localOf = (at: Date, timeZone: string): string =>
  isoLocal(timeZone).format(at).replace(' ', 'T')

// The Swedish way to write a date and a time is the ISO one, but for the T.
const isoLocal = perZone('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Converts a local time: what the wall clock of the zone `to` shows when that of `from` shows `local`. */
export function toZone(local: string, { from, to }: { from: string; to: string }): string {
  const named = from === to ? undefined : instantOf(local, from)
  return named ? localOf(named.at, to) : local
}

/** Checks that a local time is in the future: true, or what the form says instead. */
export function checkToCome(local: string, timeZone: string): true | string {
  const named = instantOf(local, timeZone)
  if (!named) return 'Choose a day and a time.'
  return named.at.getTime() > Date.now() || 'This time has passed. Choose a later one.'
}

/** How a form reads a wall time: some browsers add the seconds. */
export const localInput = { setValueAs: (local: string) => local.slice(0, 16) }

/** The next full hour on the wall clock of a zone that is at least half an hour away. */
export function nextHour(now: number, timeZone: string): string {
  const hour = 60 * 60_000
  const zoned = now + offsetMs(now, timeZone) + hour / 2
  return new Date(Math.ceil(zoned / hour) * hour).toISOString().slice(0, 16)
}

const DAY_MS = 86_400_000

/** How far the zone's clock is ahead of UTC at an instant. */
function offsetMs(at: number, timeZone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${localOf(new Date(minute), timeZone)}:00Z`) - minute
}

/** Where time comes from. Handed in everywhere, so that a test can hold it. */
export interface Clock {
  now(): Date
  /** Calls back once at or after `at`, never before; answers a way to take it back. */
  wake(at: Date, callback: () => void): () => void
  /**
   * Calls back once when so many milliseconds have passed, also when the clock is set meanwhile: for
   * what happens every few seconds and must not stand still for an hour because the clock went back one.
   */
  later(ms: number, callback: () => void): () => void
  /** Milliseconds since some instant of its own, which go on evenly when the clock is set. */
  steadyMs(): number
}

/** Node fires a longer timer at once; a timer beyond it is set again on the way. */
const TIMER_MAX_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => new Date(),
  wake(at, callback) {
    let timer: NodeJS.Timeout
    const arm = () => {
      const wait = at.getTime() - Date.now()
      // A timer may fire a millisecond early: look again rather than be early ourselves.
      timer = setTimeout(() => (at.getTime() > Date.now() ? arm() : callback()), clamp(wait))
    }
    arm()
    return () => clearTimeout(timer)
  },
  later(ms, callback) {
    const timer = setTimeout(callback, clamp(ms))
    return () => clearTimeout(timer)
  },
  steadyMs: () => performance.now(),
}

const clamp = (ms: number) => Math.min(Math.max(ms, 0), TIMER_MAX_MS)

export const seconds = (n: number) => n * 1_000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000

/** The instant `ms` milliseconds after `at`. */
export const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const latest = (a: Date, b: Date) => (a.getTime() >= b.getTime() ? a : b)

export const earliest = (a: Date, b: Date) => (a.getTime() <= b.getTime() ? a : b)

/** Version of the time zone data that this program runs with, like 2026c. */
export const ZONE_DATA = process.versions['tz'] ?? ''

/** Reads an ISO 8601 instant; throws on anything else. */
export function instant(iso: string): Date {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) throw new RangeError(`Not an instant: ${iso}`)
  return at
}

/**
 * Why a process must not decide what is due, in words, when its clock is further than this from the
 * database's, the only one that all share.
 */
export function disagreement(own: Date, databases: Date, maxMs: number): string | undefined {
  const skewMs = Math.abs(databases.getTime() - own.getTime())
  if (skewMs <= maxMs) return undefined
  return `Its clock differs from the database’s by ${skewMs} ms; nothing is sent until they agree.`
}

/** The instant that lies `ms` milliseconds after 1970. */
export const fromEpoch = (ms: number) => new Date(ms)

/** Resolves when `ms` milliseconds have passed; rejects when the signal ends the wait. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const forget = clock.later(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    const abort = () => {
      forget()
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}

import { uptime } from 'node:os'

/** The source of time. Passed in everywhere, so that a test can hold it. */
export interface Clock {
  now(): Date
  /** Calls back once at or after `at`, never before. Returns a function that cancels it. */
  wake(at: Date, callback: () => void): () => void
  /**
   * Calls back once when so many milliseconds have passed, even if the clock is set meanwhile: for work that repeats every
   * few seconds and must not pause for an hour because the clock was set back by one. Returns a function that cancels it.
   */
  later(ms: number, callback: () => void): () => void
  /** Milliseconds since an arbitrary instant; setting the clock does not change them. The machine's sleep is left out. */
  steadyMs(): number
  /** For how many milliseconds the machine has slept, plus an arbitrary number that stays the same; to about 10 ms. */
  sleptMs(): number
}

/** Node fires longer timers at once, so a longer wait is made of several timers. */
const TIMER_MAX_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => new Date(),
  wake(at, callback) {
    let timer: NodeJS.Timeout
    const arm = () => {
      const wait = at.getTime() - Date.now()
      // Node may fire a timer a millisecond early: then wait again.
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
  // The system counts its uptime while it sleeps, too.
  sleptMs: () => seconds(uptime()) - performance.now(),
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
 * Returns, in words, why a process must not decide what is due: its clock differs by more than `maxMs` from the
 * database's, the only clock that all share.
 */
export function disagreement(own: Date, databaseTime: Date, maxMs: number): string | undefined {
  const skewMs = Math.abs(databaseTime.getTime() - own.getTime())
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

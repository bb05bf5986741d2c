import type { Clock } from './clock.ts'

/**
 * A timer that is not set again while it is set. It counts the time that passes, so it also fires when the
 * clock is set back meanwhile.
 */
export type SingleTimer = { in(ms: number): void; clear(): void }

export function openSingleTimer(clock: Clock, callback: () => void): SingleTimer {
  let forget: (() => void) | undefined
  return {
    in(ms) {
      forget ??= clock.later(ms, () => {
        forget = undefined
        callback()
      })
    },
    clear() {
      forget?.()
      forget = undefined
    },
  }
}

import { after, type Clock } from '../platform/clock.ts'

/** At most four events a second of one thing: more than eyes can follow, and a fan-out changes it far more often. */
export const PULSE_MS = 250

/**
 * Lets a call through for each key at once and then at most once in 250 ms. Of those that came in
 * between the last one follows, so that the final state is always told.
 */
export function openPulse<T>(clock: Clock, through: (value: T) => void) {
  const waiting = new Map<string, { next: { value: T } | undefined; forget: () => void }>()

  function rest(key: string) {
    const forget = clock.wake(after(clock.now(), PULSE_MS), () => {
      const next = waiting.get(key)?.next
      waiting.delete(key)
      if (!next) return
      through(next.value)
      rest(key)
    })
    waiting.set(key, { next: undefined, forget })
  }

  return {
    beat(key: string, value: T) {
      const entry = waiting.get(key)
      if (entry) {
        entry.next = { value }
        return
      }
      through(value)
      rest(key)
    },
    close() {
      for (const { forget } of waiting.values()) forget()
      waiting.clear()
    },
  }
}

import { latest, type Clock } from './clock.ts'

/** A timer for the earliest of several instants; it is cleared when it has fired. */
export type EarliestTimer = { at(instant: Date): void; clear(): void }

export function openEarliestTimer(clock: Clock, callback: () => void): EarliestTimer {
  let set: { instant: Date; forget: () => void } | undefined
  const clear = () => {
    set?.forget()
    set = undefined
  }
  return {
    at(instant) {
      if (set && set.instant <= instant) return
      clear()
      const forget = clock.wake(latest(instant, clock.now()), () => {
        set = undefined
        callback()
      })
      set = { instant, forget }
    },
    clear,
  }
}

import { after, systemClock, type Clock } from '../src/platform/clock.ts'

/** The system's clock, which can be set: what it shows is ahead by so many milliseconds, or behind. */
export function wrongClock(): Clock & { set(aheadMs: number): void } {
  let aheadMs = 0
  const clock: Clock = {
    now: () => after(systemClock.now(), aheadMs),
    // As timers do: they run evenly, and look at the clock when they ring.
    wake(at, callback) {
      let forget = () => {}
      const arm = () => {
        const waitMs = at.getTime() - clock.now().getTime()
        forget = systemClock.later(waitMs, () => (clock.now() < at ? arm() : callback()))
      }
      arm()
      return () => forget()
    },
    later: systemClock.later.bind(systemClock),
    steadyMs: systemClock.steadyMs.bind(systemClock),
    sleptMs: systemClock.sleptMs.bind(systemClock),
  }
  return { ...clock, set: (ms) => void (aheadMs = ms) }
}

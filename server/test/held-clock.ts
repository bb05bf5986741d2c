import type { Clock } from '../src/platform/clock.ts'

export type HeldClock = Clock & {
  /** Moves time to `at`, firing on the way every timer that falls due, each at its own instant. */
  moveTo(at: Date | string): void
  /** Moves time forward by milliseconds. */
  advance(ms: number): void
  /** When the next timer is due, if one is set. */
  next(): Date | undefined
}

/** A clock that stands still until the test moves it. */
export function heldClock(start: Date | string): HeldClock {
  let now = new Date(start).getTime()
  let order = 0
  const timers = new Map<number, { at: number; callback: () => void }>()

  const dueNext = () => [...timers].toSorted(([a, x], [b, y]) => x.at - y.at || a - b).at(0)

  function moveTo(at: Date | string) {
    const target = new Date(at).getTime()
    if (target < now) throw new Error('A held clock only moves forward.')
    for (let next = dueNext(); next && next[1].at <= target; next = dueNext()) {
      timers.delete(next[0])
      now = Math.max(now, next[1].at)
      next[1].callback()
    }
    now = target
  }

  const clock: HeldClock = {
    now: () => new Date(now),
    wake(at, callback) {
      const id = order++
      timers.set(id, { at: at.getTime(), callback })
      // As with real timers, one that is due already still fires after the caller has gone on.
      if (at.getTime() <= now) {
        setImmediate(() => {
          if (timers.delete(id)) callback()
        })
      }
      return () => void timers.delete(id)
    },
    later(ms, callback) {
      return clock.wake(new Date(now + ms), callback)
    },
    steadyMs: () => now,
    moveTo,
    advance: (ms) => moveTo(new Date(now + ms)),
    next: () => {
      const timer = dueNext()
      return timer && new Date(timer[1].at)
    },
  }
  return clock
}

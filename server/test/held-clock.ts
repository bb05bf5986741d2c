import type { Clock } from '../src/platform/clock.ts'

export type HeldClock = Clock & {
  /** Moves time to `at`, firing on the way every timer that falls due, each at its own instant. */
  moveTo(at: Date | string): void
  /** Moves time forward by milliseconds. */
  advance(ms: number): void
  /** Sets what the clock shows, forward or back, as an operator does: no time passes. */
  set(at: Date | string): void
  /** When the next timer is due, if one is set. */
  next(): Date | undefined
}

/** A clock that stands still until the test moves it. */
export function heldClock(start: Date | string): HeldClock {
  /** In milliseconds: time as it passes, and how far what the clock shows is ahead of it. */
  let steady = new Date(start).getTime()
  let ahead = 0
  let order = 0
  /** Each says when it is due in `steady`, which setting the clock changes for those of `wake`. */
  const timers = new Map<number, { due: () => number; callback: () => void }>()

  const dueNext = () => [...timers].toSorted(([a, x], [b, y]) => x.due() - y.due() || a - b).at(0)

  function pass(ms: number) {
    if (ms < 0) throw new Error('Time only passes forward.')
    const target = steady + ms
    for (let next = dueNext(); next && next[1].due() <= target; next = dueNext()) {
      timers.delete(next[0])
      steady = Math.max(steady, next[1].due())
      next[1].callback()
    }
    steady = target
  }

  function arm(due: () => number, callback: () => void) {
    const id = order++
    timers.set(id, { due, callback })
    // As with real timers, one that is due already still fires after the caller has gone on.
    if (due() <= steady) {
      setImmediate(() => {
        if (timers.delete(id)) callback()
      })
    }
    return () => void timers.delete(id)
  }

  const shown = (at: number) => new Date(at + ahead)

  return {
    now: () => shown(steady),
    wake: (at, callback) => arm(() => at.getTime() - ahead, callback),
    later(ms, callback) {
      const due = steady + ms
      return arm(() => due, callback)
    },
    steadyMs: () => steady,
    sleptMs: () => 0,
    moveTo: (at) => pass(new Date(at).getTime() - ahead - steady),
    advance: pass,
    set: (at) => void (ahead = new Date(at).getTime() - steady),
    next: () => {
      const timer = dueNext()
      return timer && shown(timer[1].due())
    },
  }
}

import { openCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'

/**
 * The breakers of a process. They outlive their lanes: what a network has told is true, though it may not be
 * written down yet. What is over is forgotten once no lane has it.
 */
export type CircuitBreakers = {
  /** For a lane that is opened. */
  take(accountId: string): CircuitBreaker
  /** A lane that took it has stopped. */
  leave(accountId: string): void
  /** Forgets what is over and in nobody’s hands. */
  sweep(): void
}

/** `now`: the monotonic time of the process, in milliseconds. */
export function openCircuitBreakers(now: () => number): CircuitBreakers {
  const kept = new Map<string, { breaker: CircuitBreaker; lanes: number }>()
  return {
    take(accountId) {
      const one = kept.get(accountId) ?? { breaker: openCircuitBreaker(), lanes: 0 }
      kept.set(accountId, { ...one, lanes: one.lanes + 1 })
      return one.breaker
    },
    leave(accountId) {
      const one = kept.get(accountId)
      if (one) kept.set(accountId, { ...one, lanes: one.lanes - 1 })
    },
    sweep() {
      const at = now()
      for (const [accountId, { breaker, lanes }] of kept) {
        if (lanes === 0 && breaker.until() <= at) kept.delete(accountId)
      }
    },
  }
}

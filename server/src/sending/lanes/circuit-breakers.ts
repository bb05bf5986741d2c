import { openCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'

/**
 * The circuit breakers of a process. They outlive their lanes, because what a network has asked for stays
 * true. One without a lane is removed when its wait is over.
 */
export type CircuitBreakers = {
  /** The breaker for a lane that opens. */
  take(accountId: string): CircuitBreaker
  /** A lane with this breaker has stopped. */
  leave(accountId: string): void
  /** Removes breakers that no lane uses and whose wait is over. */
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

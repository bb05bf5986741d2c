import { minutes, type Clock } from '../clock.ts'

export type TokenBuckets = {
  /** Takes a token of this key. Returns 0, or the milliseconds until there is one; then none is taken. */
  take(key: string): number
}

/**
 * A token bucket for each key: it begins with `capacity` tokens and gets `perMinute` of them back a
 * minute. Of more than `keysMax` keys those are forgotten that were used longest ago.
 */
export function tokenBuckets(
  { capacity, perMinute }: { capacity: number; perMinute: number },
  clock: Pick<Clock, 'steadyMs'>,
  keysMax = 10_000,
): TokenBuckets {
  const buckets = new Map<string, { creditMs: number; at: number }>()
  // Counted in the time it takes to get a token back, which has no fractions where tokens have.
  const tokenMs = minutes(1) / perMinute

  return {
    take(key) {
      const now = clock.steadyMs()
      const { creditMs, at } = buckets.get(key) ?? { creditMs: capacity * tokenMs, at: now }
      const credit = Math.min(capacity * tokenMs, creditMs + now - at)
      const wait = Math.max(0, tokenMs - credit)
      // A Map keeps the order of what is put in, so that its first key is the one used longest ago.
      buckets.delete(key)
      buckets.set(key, { creditMs: wait > 0 ? credit : credit - tokenMs, at: now })
      const [oldest] = buckets.keys()
      if (buckets.size > keysMax && oldest !== undefined) buckets.delete(oldest)
      return Math.ceil(wait)
    },
  }
}

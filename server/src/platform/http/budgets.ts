import { seconds, type Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Limits } from '../server-limits.ts'
import { limitPerKey } from '../concurrency.ts'
import { tokenBuckets } from './buckets.ts'

/** What one user may ask of this process, counted in its memory. Each throws `rate_limited` in words. */
export type Budgets = {
  /** Counts a call. */
  spend(userId: string): void
  /** Does the work of a call: takes what it costs first, or waits for the user's other heavy ones. */
  run<T>(userId: string, cost: 'asks' | 'heavy' | undefined, work: () => Promise<T>): Promise<T>
}

export function openBudgets(limits: Limits, clock: Pick<Clock, 'steadyMs'>): Budgets {
  const calls = tokenBuckets(
    { capacity: limits.requestsPerMinute, perMinute: limits.requestsPerMinute },
    clock,
  )
  const asking = tokenBuckets(
    { capacity: limits.askingAtOnce, perMinute: limits.askingPerMinute },
    clock,
  )
  const inTurn = limitPerKey(limits.heavyReads, limits.heavyReadsWaiting, tooManyReads)

  return {
    spend(userId) {
      const wait = calls.take(userId)
      if (wait > 0) throw tooMany('Too many requests.', wait)
    },
    async run(userId, cost, work) {
      if (cost === 'heavy') return inTurn(userId, work)
      const wait = cost === 'asks' ? asking.take(userId) : 0
      if (wait > 0) throw tooMany('You have checked or sent too often in the last minutes.', wait)
      return work()
    },
  }
}

function tooMany(what: string, waitMs: number): AppError {
  const wait = Math.ceil(waitMs / seconds(1))
  return new AppError('rate_limited', `${what} Try again in ${secondsWords(wait)}.`, {
    retryAfter: wait,
  })
}

const tooManyReads = () =>
  new AppError('rate_limited', 'Too many of your searches are running. Try again in a moment.', {
    retryAfter: 2,
  })

const secondsWords = (count: number) => (count === 1 ? '1 second' : `${count} seconds`)

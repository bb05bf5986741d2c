import type { Clock } from '../../platform/clock.ts'
import { openEarliestTimer } from '../../platform/earliest-timer.ts'

/** Deliveries that a lane has read shortly before their time, so that no query is needed then. */
export type Prefetch<D> = {
  readonly size: number
  add(deliveries: readonly D[]): void
  /** Removes and returns all of them. */
  clear(): D[]
}

/** `come` gets deliveries as soon as they are due. */
export function openPrefetch<D extends { notBefore: Date }>(
  clock: Clock,
  come: (deliveries: D[]) => void,
): Prefetch<D> {
  let waiting: D[] = []
  const alarm = openEarliestTimer(clock, () => {
    const now = clock.now()
    const due = waiting.filter(({ notBefore }) => notBefore <= now)
    waiting = waiting.filter(({ notBefore }) => notBefore > now)
    arm(waiting)
    if (due.length > 0) come(due)
  })
  const arm = (deliveries: readonly D[]) => {
    for (const { notBefore } of deliveries) alarm.at(notBefore)
  }

  return {
    get size() {
      return waiting.length
    },
    add(deliveries) {
      waiting.push(...deliveries)
      arm(deliveries)
    },
    clear() {
      alarm.clear()
      const all = waiting
      waiting = []
      return all
    },
  }
}

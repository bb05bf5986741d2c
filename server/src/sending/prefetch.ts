import type { Clock } from '../platform/clock.ts'
import { openAlarm } from './alarm.ts'

/** Deliveries that a lane has read a moment before their time: at it they need no look any more. */
export type Prefetch<D> = {
  readonly size: number
  add(deliveries: readonly D[]): void
  /** Takes all of them out. */
  clear(): D[]
}

/** `come` gets those whose time has come, as soon as it has. */
export function openPrefetch<D extends { notBefore: Date }>(
  clock: Clock,
  come: (deliveries: D[]) => void,
): Prefetch<D> {
  let waiting: D[] = []
  const alarm = openAlarm(clock, () => {
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

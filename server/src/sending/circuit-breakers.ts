import { openBrake, type Brake } from './circuit-breaker.ts'

/**
 * The brakes of a process. They outlive their lanes: what a network has told is true, though it may not be
 * written down yet. What is over is forgotten once no lane has it.
 */
export type Brakes = {
  /** For a lane that is opened. */
  take(accountId: string): Brake
  /** A lane that took it has stopped. */
  leave(accountId: string): void
  /** Forgets what is over and in nobody’s hands. */
  sweep(): void
}

/** `now`: the even time of the process, in milliseconds. */
export function openBrakes(now: () => number): Brakes {
  const kept = new Map<string, { brake: Brake; lanes: number }>()
  return {
    take(accountId) {
      const one = kept.get(accountId) ?? { brake: openBrake(), lanes: 0 }
      kept.set(accountId, { ...one, lanes: one.lanes + 1 })
      return one.brake
    },
    leave(accountId) {
      const one = kept.get(accountId)
      if (one) kept.set(accountId, { ...one, lanes: one.lanes - 1 })
    },
    sweep() {
      const at = now()
      for (const [accountId, { brake, lanes }] of kept) {
        if (lanes === 0 && brake.until() <= at) kept.delete(accountId)
      }
    },
  }
}

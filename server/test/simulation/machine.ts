import type { Clock } from '../../src/platform/clock.ts'
import type { Body, World } from './world.ts'

/** A process of ours, as the world treats it: killed, hung, cut off, with a wrong clock. */
export type Machine = Body & {
  readonly name: string
  /** How far its clock is from the true one, in milliseconds. */
  skewMs: number
  /** Until then it cannot reach the database. */
  cutUntil: number
  /** Until then it hears no wake-up. */
  deafUntil: number
  /** It was made to believe that it may act, whatever others think of it. */
  stubborn: boolean
  readonly clock: Clock
  /** Ends it in order, once it has started. */
  stop?: () => Promise<void>
  /** Resolves after so much time, if the machine lives to see it. */
  pause(ms: number): Promise<void>
  /** Ends it as kill -9 does: whatever it was doing is never finished. */
  kill(): void
  /** Rejects when it dies, for what must not wait for the dead. */
  readonly death: Promise<never>
}

export function bootMachine(world: World, name: string): Machine {
  const { promise: death, reject } = Promise.withResolvers<never>()
  death.catch(() => {})
  const machine: Machine = {
    name,
    alive: true,
    hungUntil: 0,
    skewMs: 0,
    cutUntil: 0,
    deafUntil: 0,
    stubborn: false,
    clock: {
      now: () => new Date(world.now() + machine.skewMs),
      // Like the system's: timers run by a clock that never jumps, and look at the other when they ring.
      wake(at, callback) {
        let canceled = false
        const arm = () => {
          const waitMs = at.getTime() - machine.clock.now().getTime()
          world.after(waitMs, ring, machine)
        }
        const ring = () => {
          if (canceled) return
          if (at.getTime() > machine.clock.now().getTime()) return arm()
          canceled = true
          callback()
        }
        arm()
        return () => void (canceled = true)
      },
      later(ms, callback) {
        let canceled = false
        world.after(ms, () => canceled || callback(), machine)
        return () => void (canceled = true)
      },
      steadyMs: () => world.now(),
      sleptMs: () => 0,
    },
    pause: (ms) => new Promise((resolve) => world.after(ms, resolve, machine)),
    kill() {
      machine.alive = false
      reject(new Error('The machine was killed.'))
    },
    death,
  }
  return machine
}

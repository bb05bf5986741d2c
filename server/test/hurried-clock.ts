import type { Clock } from '../src/platform/clock.ts'

/** A held clock for a call that waits for somebody else: its waits end at once, and count as passed. */
export function hurried(clock: Clock): Clock {
  let passed = 0
  return {
    ...clock,
    steadyMs: () => clock.steadyMs() + passed,
    later(ms, callback) {
      const handle = setImmediate(() => {
        passed += ms
        callback()
      })
      return () => clearImmediate(handle)
    },
  }
}

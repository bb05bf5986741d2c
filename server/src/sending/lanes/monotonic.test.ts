import { expect, test } from 'vitest'
import { fromEpoch, hours, seconds } from '../../platform/clock.ts'
import { monotonicTime } from './monotonic.ts'

/** A clock that can be set: `pass` lets time go by for all, `set` only changes what it shows; `sleep` is the machine's. */
function settable() {
  let [shown, steady, slept] = [1_000_000, 0, 5_000]
  return {
    now: () => fromEpoch(shown),
    wake: () => () => {},
    later: () => () => {},
    steadyMs: () => steady,
    sleptMs: () => slept,
    pass(ms: number) {
      shown += ms
      steady += ms
    },
    set: (ms: number) => void (shown += ms),
    sleep(ms: number) {
      shown += ms
      slept += ms
    },
  }
}

test.each([seconds(3), -seconds(3), seconds(7), hours(1), hours(72)])(
  'a clock that is set by %d ms lets no time pass for a pace',
  (ms) => {
    const clock = settable()
    const now = monotonicTime(clock)
    const began = now()
    clock.pass(400)
    clock.set(ms)
    clock.pass(400.25)
    expect(now()).toBe(began + 800)
    clock.set(-ms)
    clock.pass(200)
    expect(now()).toBe(began + 1_000)
  },
)

test('a clock that is put forward by an hour and back holds nothing up for that hour', () => {
  const clock = settable()
  const now = monotonicTime(clock)
  clock.set(hours(1))
  const noted = now()
  clock.set(-hours(1))
  clock.pass(1_000)
  expect(now()).toBe(noted + 1_000)
})

test('a small correction is followed, and so is the time in which the machine slept', () => {
  const clock = settable()
  const now = monotonicTime(clock)
  const began = now()
  clock.set(50)
  expect(now()).toBe(began + 50)
  clock.sleep(hours(8))
  expect(now()).toBe(began + 50 + hours(8))
  clock.set(hours(1))
  clock.sleep(hours(2))
  expect(now()).toBe(began + 50 + hours(10))
})

test('what it was set by does not matter any more after a while', () => {
  const clock = settable()
  const now = monotonicTime(clock)
  clock.set(seconds(3))
  const before = now()
  clock.pass(seconds(73))
  expect(now()).toBe(before + seconds(76))
})

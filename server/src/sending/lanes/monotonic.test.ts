import { expect, test } from 'vitest'
import { fromEpoch, hours, seconds } from '../../platform/clock.ts'
import { monotonicTime } from './monotonic.ts'

/** A clock that can be set: `pass` lets time go by for all, `set` only changes what it shows. */
function settable() {
  let [shown, steady] = [1_000_000, 0]
  return {
    now: () => fromEpoch(shown),
    wake: () => () => {},
    later: () => () => {},
    steadyMs: () => steady,
    pass(ms: number) {
      shown += ms
      steady += ms
    },
    set: (ms: number) => void (shown += ms),
  }
}

test.each([seconds(3), -seconds(3), seconds(7)])(
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

test('what is only corrected, and what slept, is believed', () => {
  const clock = settable()
  const now = monotonicTime(clock)
  const began = now()
  clock.set(50)
  expect(now()).toBe(began + 50)
  clock.set(hours(8))
  expect(now()).toBe(began + 50 + hours(8))
})

test('what it was set by does not matter any more after a while', () => {
  const clock = settable()
  const now = monotonicTime(clock)
  clock.set(seconds(3))
  const before = now()
  clock.pass(seconds(71))
  expect(now()).toBe(before + seconds(74))
})

import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import { minutes } from '../platform/clock.ts'
import { openRamp } from './ramp.ts'

test('a handful opens at once, many at 15 a minute', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const ramp = openRamp(clock)
  const { signal } = new AbortController()
  let opened = 0
  const all = Array.from({ length: 40 }, () => ramp(signal).then(() => opened++))
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  await settle()
  expect(opened).toBe(15)
  clock.advance(minutes(1) - 1)
  await settle()
  expect(opened).toBe(15)
  // Nobody waits longer because the clock was set back.
  clock.set('2026-06-01T07:00:00Z')
  clock.advance(1)
  await settle()
  expect(opened).toBe(30)
  clock.advance(minutes(1))
  await Promise.all(all)
  expect(opened).toBe(40)
})

test('who no longer waits is let go', async () => {
  const ramp = openRamp(heldClock('2026-06-01T08:00:00Z'))
  const stop = new AbortController()
  for (let n = 0; n < 15; n++) await ramp(stop.signal)
  const waiting = ramp(stop.signal)
  stop.abort(new Error('stopping'))
  await expect(waiting).rejects.toThrow('stopping')
})

import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { minutes } from '../../platform/clock.ts'
import { openRamp } from './ramp.ts'

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('a handful of sessions begins at once, many at 15 a minute', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { begun } = open(clock, 40)

  await nextTick()
  expect(begun()).toBe(15)
  clock.advance(minutes(1) - 1)
  await nextTick()
  expect(begun()).toBe(15)
  // Nobody waits longer because the clock was set back.
  clock.set('2026-06-01T07:00:00Z')
  clock.advance(1)
  await nextTick()
  expect(begun()).toBe(30)
  clock.advance(minutes(1))
  await nextTick()
  expect(begun()).toBe(40)
})

test('a session that is closed while it waits never begins', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { sessions, begun, closed } = open(clock, 16)
  await nextTick()
  await sessions[15]!.close()
  await sessions[0]!.close()
  clock.advance(minutes(2))
  await nextTick()
  expect([begun(), closed()]).toEqual([15, 1])
})

function open(clock: ReturnType<typeof heldClock>, count: number) {
  const ramp = openRamp(clock)
  let begun = 0
  let closed = 0
  const sessions = Array.from({ length: count }, () =>
    ramp(() => {
      begun++
      return { close: async () => void closed++ }
    }),
  )
  return { sessions, begun: () => begun, closed: () => closed }
}

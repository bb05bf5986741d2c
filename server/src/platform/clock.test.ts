import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import { after, instant, systemClock, until } from './clock.ts'

test('a timer of the system clock never fires early', async () => {
  const due = after(systemClock.now(), 20)
  await until(systemClock, due)
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(due.getTime())
})

test('a wait can be ended', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const control = new AbortController()
  const wait = until(clock, instant('2026-06-02T08:00:00Z'), control.signal)
  control.abort(new Error('enough'))
  await expect(wait).rejects.toThrow('enough')
  expect(clock.next()).toBeUndefined()
})

test('a held clock fires what falls due, in order and each at its own instant', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const fired: string[] = []
  const note = (name: string) => () =>
    fired.push(`${name} ${clock.now().toISOString().slice(11, 19)}`)
  clock.wake(instant('2026-06-01T08:00:30Z'), note('second'))
  clock.wake(instant('2026-06-01T08:00:10Z'), note('first'))
  clock.wake(instant('2026-06-01T09:00:00Z'), note('never'))
  clock.advance(60_000)
  expect(fired).toEqual(['first 08:00:10', 'second 08:00:30'])
})

test('an unreadable instant is refused', () => {
  expect(() => instant('tomorrow')).toThrow('Not an instant: tomorrow')
})

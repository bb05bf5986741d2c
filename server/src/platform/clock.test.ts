import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import { after, instant, sleep, systemClock } from './clock.ts'

test('a timer of the system clock never fires early', async () => {
  const due = after(systemClock.now(), 20)
  await new Promise<void>((resolve) => void systemClock.wake(due, resolve))
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(due.getTime())
})

test('a wait can be ended', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const control = new AbortController()
  const wait = sleep(clock, 1_000, control.signal)
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

test('setting a held clock fires what waits for an instant, and nothing that waits for a duration', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const fired: string[] = []
  clock.wake(instant('2026-06-01T08:00:10Z'), () => fired.push('instant'))
  clock.later(10_000, () => fired.push('while'))
  clock.set('2026-06-01T07:00:00Z')
  clock.advance(10_000)
  expect(fired).toEqual(['while'])
  expect(clock.now()).toEqual(instant('2026-06-01T07:00:10Z'))
  expect(clock.next()).toEqual(instant('2026-06-01T08:00:10Z'))
  clock.set('2026-06-01T09:00:00Z')
  clock.advance(0)
  expect(fired).toEqual(['while', 'instant'])
})

test('an unreadable instant is refused', () => {
  expect(() => instant('tomorrow')).toThrow('Not an instant: tomorrow')
})

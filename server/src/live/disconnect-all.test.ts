import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import { disconnectAll } from './disconnect-all.ts'

const crowd = (count: number) => {
  const gone: number[] = []
  const pages = Array.from({ length: count }, (_, n) => ({ disconnect: () => gone.push(n) }))
  return { gone, pages }
}

test('pages leave one after the other, the first at once', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { gone, pages } = crowd(3)
  disconnectAll(clock, pages)
  expect(gone).toEqual([0])
  clock.advance(10)
  expect(gone).toEqual([0, 1])
  clock.advance(10)
  expect(gone).toEqual([0, 1, 2])
  expect(clock.next()).toBeUndefined()
})

test('however many they are, all are gone within ten seconds', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { gone, pages } = crowd(2_500)
  disconnectAll(clock, pages)
  expect(gone).toHaveLength(3)
  clock.advance(10_000)
  expect(gone).toHaveLength(2_500)
})

test('setting the clock back keeps nobody here', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { gone, pages } = crowd(3)
  disconnectAll(clock, pages)
  clock.set('2026-06-01T07:00:00Z')
  clock.advance(20)
  expect(gone).toEqual([0, 1, 2])
})

test('a server that stops sends nobody away any more', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { gone, pages } = crowd(3)
  disconnectAll(clock, pages)()
  clock.advance(1_000)
  expect(gone).toEqual([0])
})

test('nobody is nothing to do', () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  disconnectAll(clock, [])
  expect(clock.next()).toBeUndefined()
})

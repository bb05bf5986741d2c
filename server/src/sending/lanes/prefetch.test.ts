import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { after, instant } from '../../platform/clock.ts'
import { openPrefetch } from './prefetch.ts'

const nine = instant('2026-06-01T09:00:00Z')

function open() {
  const clock = heldClock(nine)
  const came: { id: string; at: Date }[] = []
  const soon = openPrefetch<{ id: string; notBefore: Date }>(clock, (due) => {
    for (const { id } of due) came.push({ id, at: clock.now() })
  })
  return { clock, came, soon }
}

test('each comes at its own time, to the millisecond, in whatever order it was read', () => {
  const { clock, came, soon } = open()
  soon.add([
    { id: 'b', notBefore: after(nine, 700) },
    { id: 'c', notBefore: after(nine, 900) },
  ])
  soon.add([{ id: 'a', notBefore: after(nine, 300) }])
  clock.advance(299)
  expect(came).toEqual([])
  clock.advance(700)
  expect(came).toEqual([
    { id: 'a', at: after(nine, 300) },
    { id: 'b', at: after(nine, 700) },
    { id: 'c', at: after(nine, 900) },
  ])
  expect(soon.size).toBe(0)
})

test('what was taken out does not come', () => {
  const { clock, came, soon } = open()
  soon.add([{ id: 'a', notBefore: after(nine, 300) }])
  expect(soon.clear()).toMatchObject([{ id: 'a' }])
  clock.advance(1_000)
  expect(came).toEqual([])
})

import { expect, test } from 'vitest'
import { heldClock } from '../../test/held-clock.ts'
import type { News } from '../platform/news/news.ts'
import { keepPace } from './pace.ts'

/** A pace whose looks end when the test says so. */
function held() {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const looks: { news: News; end(): Promise<void> }[] = []
  const pace = keepPace(clock, (news) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = async () => {
      resolve()
      await promise
    }
    looks.push({ news, end })
    return promise
  })
  const hear = (id: string, rev: number, kind: News['kind'] = 'message.updated') =>
    pace.hear({ kind, userId: 'ada', id, rev })
  const shown = () => looks.map(({ news }) => `${news.id}${news.rev}`)
  return { clock, looks, pace, hear, shown }
}

test('a thing is never looked at twice at once, however long a look takes', async () => {
  const { clock, looks, hear, shown } = held()
  hear('a', 1)
  hear('a', 2)
  clock.advance(10_000)
  hear('a', 3)
  expect(shown()).toEqual(['a1'])
  await looks[0]?.end()
  clock.advance(249)
  expect(shown()).toEqual(['a1'])
  clock.advance(1)
  expect(shown()).toEqual(['a1', 'a3'])
})

test('a removal takes the place of the change that waits', async () => {
  const { clock, looks, hear } = held()
  hear('a', 1)
  hear('a', 2)
  hear('a', 3, 'message.deleted')
  await looks[0]?.end()
  clock.advance(250)
  expect(looks.map(({ news }) => news.kind)).toEqual(['message.updated', 'message.deleted'])
})

test('things do not wait for each other, but four looks go on at once', async () => {
  const { clock, looks, hear, shown } = held()
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) hear(id, 1)
  hear('e', 2)
  expect(shown()).toEqual(['a1', 'b1', 'c1', 'd1'])
  await looks[2]?.end()
  expect(shown()).toEqual(['a1', 'b1', 'c1', 'd1', 'e2'])
  await looks[0]?.end()
  expect(shown().at(-1)).toBe('f1')

  // Nothing is kept of things at rest.
  for (const { end } of looks) await end()
  clock.advance(250)
  expect(clock.next()).toBeUndefined()
})

test('what waits is shown after its rest, also when the clock was set back meanwhile', async () => {
  const { clock, looks, hear, shown } = held()
  hear('a', 1)
  hear('a', 2)
  await looks[0]?.end()
  clock.set('2026-06-01T07:00:00Z')
  clock.advance(250)
  expect(shown()).toEqual(['a1', 'a2'])
})

test('after the end nothing is shown', async () => {
  const { clock, looks, pace, hear, shown } = held()
  hear('a', 1)
  hear('a', 2)
  pace.stop()
  hear('b', 1)
  await looks[0]?.end()
  clock.advance(250)
  expect(shown()).toEqual(['a1'])
})

import { expect, test } from 'vitest'
import { openFairQueue } from './fair-queue.ts'

const one = (id: string, userId: string, externalId = id) => ({
  id,
  userId,
  externalId,
  kind: 'group',
})

function openWith(...deliveries: ReturnType<typeof one>[]) {
  const turns = openFairQueue<ReturnType<typeof one>>()
  for (const delivery of deliveries) turns.add(delivery)
  return turns
}

const always = () => true

test('users take turns, each in their own order', () => {
  const turns = openWith(
    one('a1', 'a'),
    one('a2', 'a'),
    one('a3', 'a'),
    one('b1', 'b'),
    one('c1', 'c'),
  )
  turns.add(one('b2', 'b'))
  const order = Array.from({ length: 7 }, () => turns.take(always)?.id)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(turns.size).toBe(0)
})

test('a user who is given the turn is next, and the others keep their order', () => {
  const turns = openWith(one('a1', 'a'), one('a2', 'a'), one('b1', 'b'), one('c1', 'c'))
  turns.take(always)
  turns.giveTurn('a')
  turns.giveTurn('nobody')
  expect(Array.from({ length: 3 }, () => turns.take(always)?.id)).toEqual(['a2', 'b1', 'c1'])
})

test('a chat that is not free holds up neither its user nor the others', () => {
  const turns = openWith(one('a1', 'a', 'x'), one('a2', 'a', 'y'), one('b1', 'b', 'x'))
  const free = ({ externalId }: { externalId: string }) => externalId !== 'x'
  expect(turns.take(free)?.id).toBe('a2')
  expect(turns.take(free)).toBeUndefined()
  expect(turns.size).toBe(2)
  expect([turns.take(always)?.id, turns.take(always)?.id]).toEqual(['b1', 'a1'])
})

test('what is removed leaves the rest in order', () => {
  const turns = openWith(one('a1', 'a', 'x'), one('a2', 'a', 'y'), one('b1', 'b', 'x'))
  expect(turns.remove(({ externalId }) => externalId === 'x').map(({ id }) => id)).toEqual([
    'a1',
    'b1',
  ])
  expect([...turns.all()].map(({ id }) => id)).toEqual(['a2'])
  expect(turns.size).toBe(1)
})

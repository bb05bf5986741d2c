import { expect, test } from 'vitest'
import { colorsIn, colorsOf } from './color.ts'

/** As ids are made: the later, the greater. */
const ids = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `0199${String(n).padStart(4, '0')}-7a${(n * 7919) % 1000}`,
  )

test('the first eight groups differ as much as eight colors can', () => {
  const hues = [...colorsOf(ids(8)).values()].map((color) => Number(/([\d.]+)\)$/.exec(color)![1]))
  expect(hues.toSorted((a, b) => a - b)).toEqual([0, 45, 90, 135, 180, 225, 270, 315])
})

test('the first sixteen groups all have colors of their own', () => {
  expect(new Set(colorsOf(ids(16)).values()).size).toBe(16)
})

test('one more group changes the color of none, in whatever order they are listed', () => {
  const before = colorsOf(ids(40))
  const after = colorsOf(ids(60).toReversed())
  expect([...before].filter(([id, color]) => after.get(id) !== color)).toEqual([])
})

test('a group that is removed changes the color of no other', () => {
  const all = ids(20).map((id) => ({ id }))
  const before = colorsIn({ items: all })
  const removed = all.slice(0, 5)
  const after = colorsIn({ items: all.slice(5), removedIds: removed.map(({ id }) => id) })
  expect(after).toEqual(before)
})

test('with many groups no color comes much more often than another', () => {
  const often = new Map<string, number>()
  for (const color of colorsOf(ids(160)).values()) often.set(color, (often.get(color) ?? 0) + 1)
  expect([...often.values()]).toEqual(Array.from({ length: 16 }, () => 10))
})

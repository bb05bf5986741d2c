import { expect, test } from 'vitest'
import { selectFairly } from './calendar.ts'

const send = (sourceId: string, at: number) => ({ sourceId, at })
const dense = Array.from({ length: 288 }, (_, n) => send('dense', n * 5))
const times = (sends: { at: number }[]) => sends.map(({ at }) => at)

test('a dense series does not hide others, and all sends stay in time order', () => {
  const day = [...dense, send('evening', 1_201), send('noon', 721)].toSorted((a, b) => a.at - b.at)
  const shown = selectFairly(day, 50)
  expect(shown).toHaveLength(50)
  expect(shown.map(({ sourceId }) => sourceId)).toEqual(
    expect.arrayContaining(['noon', 'evening', 'dense']),
  )
  expect(times(shown)).toEqual(times(shown).toSorted((a, b) => a - b))
  expect(times(selectFairly(day, 3))).toEqual([0, 721, 1_201])
})

test('of a single dense series the first sends are shown; of too many sources the first ones', () => {
  expect(times(selectFairly(dense, 3))).toEqual([0, 5, 10])
  const many = Array.from({ length: 60 }, (_, n) => send(`source ${n}`, n))
  expect(times(selectFairly(many, 50)).at(-1)).toBe(49)
})

test('all sends are shown if they fit', () => {
  expect(selectFairly(dense.slice(0, 4), 4)).toEqual(dense.slice(0, 4))
})

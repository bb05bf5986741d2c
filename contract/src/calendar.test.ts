import { expect, test } from 'vitest'
import { inTurns } from './calendar.ts'

const send = (sourceId: string, at: number) => ({ sourceId, at })
const dense = Array.from({ length: 288 }, (_, n) => send('dense', n * 5))
const times = (sends: { at: number }[]) => sends.map(({ at }) => at)

test('a dense series hides no other, and all stay in the order of time', () => {
  const day = [...dense, send('evening', 1_201), send('noon', 721)].toSorted((a, b) => a.at - b.at)
  const shown = inTurns(day, 50)
  expect(shown).toHaveLength(50)
  expect(shown.map(({ sourceId }) => sourceId)).toEqual(
    expect.arrayContaining(['noon', 'evening', 'dense']),
  )
  expect(times(shown)).toEqual(times(shown).toSorted((a, b) => a - b))
  expect(times(inTurns(day, 3))).toEqual([0, 721, 1_201])
})

test('alone, a dense series shows how it begins; with too many sources the first are shown', () => {
  expect(times(inTurns(dense, 3))).toEqual([0, 5, 10])
  const many = Array.from({ length: 60 }, (_, n) => send(`source ${n}`, n))
  expect(times(inTurns(many, 50)).at(-1)).toBe(49)
})

test('a day with room for all shows all', () => {
  expect(inTurns(dense.slice(0, 4), 4)).toEqual(dense.slice(0, 4))
})

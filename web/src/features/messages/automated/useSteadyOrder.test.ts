import { expect, test } from 'vitest'
import { steadyOrder } from './useSteadyOrder.ts'

test('what is known stays in its place, however the list is sorted now', () => {
  expect(steadyOrder(['b', 'c', 'a'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('what is new comes after the one before it, what is gone goes', () => {
  expect(steadyOrder(['x', 'b', 'y', 'z', 'a'], ['a', 'b', 'c'])).toEqual(['x', 'a', 'b', 'y', 'z'])
  expect(steadyOrder(['a', 'b'], [])).toEqual(['a', 'b'])
})

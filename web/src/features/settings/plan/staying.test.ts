import type { Staying } from '@carillon/contract/payments'
import { tierLimits } from '@carillon/contract/tiers'
import { expect, test } from 'vitest'
import { chosenIn, isChoice, suspendedOf, withChoice } from './staying.ts'

const list = (...names: string[]) => ({
  items: names.map((name, index) => ({ id: name, name, usedAt: null, stays: index === 0 })),
  total: names.length,
  withheld: 0,
})
const staying = (groups: string[], cycles: string[]): Staying => ({
  chosen: false,
  at: null,
  limits: tierLimits.free,
  groups: list(...groups),
  cycles: list(...cycles),
})

test('only where there is more than Free holds something is to be chosen', () => {
  expect(isChoice(staying(['a'], []))).toBe(false)
  expect(isChoice(staying(['a', 'b'], []))).toBe(true)
  expect(isChoice(staying(['a'], ['x', 'y']))).toBe(true)
  expect(chosenIn(staying(['a', 'b'], ['x']))).toEqual({ groupIds: ['a'], cycleIds: ['x'] })
  expect(suspendedOf(list('a', 'b', 'c'), 1)).toBe(2)
  expect(suspendedOf(list(), 1)).toBe(0)
  expect(suspendedOf({ ...list('a', 'b'), withheld: 3 }, 1)).toBe(4)
})

test('never more is chosen than may stay', () => {
  expect(withChoice(['a'], 'b', true, 1)).toEqual(['b'])
  expect(withChoice(['a'], 'b', true, 2)).toEqual(['a', 'b'])
  expect(withChoice(['a', 'b'], 'c', true, 2)).toEqual(['a', 'b'])
  expect(withChoice(['a', 'b'], 'a', false, 2)).toEqual(['b'])
})

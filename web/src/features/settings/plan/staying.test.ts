import type { Staying } from '@carillon/contract/payments'
import { tierLimits } from '@carillon/contract/tiers'
import { expect, test } from 'vitest'
import { chosenIn, mustChoose, suspendedOf, withChoice } from './staying.ts'

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

test('a choice is asked for only if there is more than Free allows', () => {
  expect(mustChoose(staying(['a'], []))).toBe(false)
  expect(mustChoose(staying(['a', 'b'], []))).toBe(true)
  expect(mustChoose(staying(['a'], ['x', 'y']))).toBe(true)
  expect(chosenIn(staying(['a', 'b'], ['x']))).toEqual({ groupIds: ['a'], cycleIds: ['x'] })
  expect(suspendedOf(list('a', 'b', 'c'), 1)).toBe(2)
  expect(suspendedOf(list(), 1)).toBe(0)
  expect(suspendedOf({ ...list('a', 'b'), withheld: 3 }, 1)).toBe(4)
})

test('no more can be chosen than may stay; with a single place the newest takes it', () => {
  expect(withChoice(['a'], 'b', true, 1)).toEqual(['b'])
  expect(withChoice(['a'], 'b', true, 2)).toEqual(['a', 'b'])
  expect(withChoice(['a', 'b'], 'c', true, 2)).toEqual(['a', 'b'])
  expect(withChoice(['a', 'b'], 'a', false, 2)).toEqual(['b'])
})

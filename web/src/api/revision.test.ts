import { expect, test } from 'vitest'
import { newer, withNewer } from './revision.ts'

const at = (id: string, rev: number) => ({ id, rev })

test('an older or repeated state never replaces a newer one', () => {
  expect(newer(at('a', 3), at('a', 2))).toEqual(at('a', 3))
  expect(newer(undefined, at('a', 2))).toEqual(at('a', 2))
  const present = at('a', 3)
  expect(newer(present, at('a', 3))).toBe(present)
})

test('a list takes the newer state in place, and stays the same list when there is none', () => {
  const items = [at('a', 1), at('b', 5)]
  expect(withNewer(items, at('a', 2))).toEqual([at('a', 2), at('b', 5)])
  expect(withNewer(items, at('b', 4))).toBe(items)
  expect(withNewer(items, at('c', 9))).toBe(items)
})

import { expect, test } from 'vitest'
import { inPages } from './load-cycles.ts'

test('cycles are read in pages of so many groups, a large one by itself', () => {
  const groups = [6_000, 4_000, 1, 20_000, 3_000, 3_000]
  expect(inPages(groups, (count) => count)).toEqual([[6_000, 4_000], [1], [20_000], [3_000, 3_000]])
  expect(inPages([], () => 1)).toEqual([])
})

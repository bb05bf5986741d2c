import { expect, test } from 'vitest'
import { liveThrough } from './worlds.ts'

/** Those that every run of the tests lives through, and more. */
const WORLDS = 2_000

test('in 2,000 worlds that break in their own ways, everything that must hold holds', async () => {
  const { guilty, lived, sent } = await liveThrough(1, WORLDS)
  expect(guilty).toEqual([])
  expect(lived).toBe(WORLDS)
  // Judging nothing would find nothing.
  expect(sent).toBeGreaterThan(5 * WORLDS)
}, 1_200_000)

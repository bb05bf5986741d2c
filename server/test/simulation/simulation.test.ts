import { expect, test } from 'vitest'
import { cases } from '../proofs.ts'
import { runSeeds } from './run.ts'
import { liveThrough } from './worlds.ts'

/** Their numbers can be replayed one by one. */
const WORLDS = cases(2_000, 200)

test('in hundreds of worlds that break in their own ways, everything that must hold holds', async () => {
  const { guilty, lived, sent } = await liveThrough(1, WORLDS)
  expect(guilty).toEqual([])
  expect(lived).toBe(WORLDS)
  // Judging nothing would find nothing.
  expect(sent).toBeGreaterThan(5 * WORLDS)
}, 1_200_000)

test('the same seed is the same world, to the event', async () => {
  const traces = async () => (await runSeeds({ first: 1, count: 5 })).map(({ trace }) => trace)
  expect(await traces()).toEqual(await traces())
}, 300_000)

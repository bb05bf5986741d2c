import { expect, test } from 'vitest'
import { cases } from '../proofs.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import { runSeeds } from './run.ts'
import { liveThrough } from './worlds.ts'

/** Their numbers can be replayed one by one. */
const WORLDS = cases(8_000, 240)
const WORLDS_WITH_CYCLES = cases(4_000, 60)

test('in hundreds of worlds that break in their own ways, everything that must hold holds', async () => {
  const { guilty, lived, sent } = await liveThrough(1, WORLDS)
  expect(guilty).toEqual([])
  expect(lived).toBe(WORLDS)
  // With no world to judge, no violation would be found.
  expect(sent).toBeGreaterThan(5 * WORLDS)
}, 1_200_000)

test('cycles say each step in its turn, none twice and none left out, whatever breaks in their worlds', async () => {
  const { guilty, lived, sent } = await liveThrough(CYCLES_FROM, WORLDS_WITH_CYCLES)
  expect(guilty).toEqual([])
  expect(lived).toBe(WORLDS_WITH_CYCLES)
  expect(sent).toBeGreaterThan(20 * WORLDS_WITH_CYCLES)
}, 1_200_000)

test('the same seed is the same world, to the event', async () => {
  const traces = async () => (await runSeeds({ first: 1, count: 5 })).map(({ trace }) => trace)
  expect(await traces()).toEqual(await traces())
}, 300_000)

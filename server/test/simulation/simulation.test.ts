import { expect, test } from 'vitest'
import { runSeeds } from './run.ts'
import type { Report } from './simulate.ts'

/** Worlds that every run of the tests lives through; their numbers can be replayed one by one. */
const SEEDS = 2_000

/** The smallest machine that we promise to test on has two cores. */
const THREADS = 2

test('in 2,000 worlds that break in their own ways, everything that must hold holds', async () => {
  const threads = Array.from({ length: THREADS }, (_, n) =>
    runSeeds({ first: n + 1, every: THREADS, count: SEEDS / THREADS }),
  )
  const reports = (await Promise.all(threads)).flat()
  expect(guilty(reports)).toEqual([])
  expect(reports).toHaveLength(SEEDS)
  // Judging nothing would find nothing.
  const sent = reports.reduce((sum, report) => sum + report.sent, 0)
  expect(sent).toBeGreaterThan(5 * SEEDS)
}, 1_200_000)

test('the same seed is the same world, to the event', async () => {
  const traces = async () => (await runSeeds({ first: 1, count: 5 })).map(({ trace }) => trace)
  expect(await traces()).toEqual(await traces())
}, 300_000)

const guilty = (reports: readonly Report[]) =>
  reports.flatMap(({ seed, violation }) =>
    violation ? `${violation.words} Replay: node server/test/simulation/replay.ts ${seed}` : [],
  )

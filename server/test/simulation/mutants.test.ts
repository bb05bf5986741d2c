import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { runSeeds } from './run.ts'

/** Worlds within which a planted bug must show itself; most do so in the first ten. */
const SEEDS_MAX = 500

test.for(mutants)('a product that $name is found out', { timeout: 300_000 }, async (mutant) => {
  const reports = await runSeeds({ first: 1, count: SEEDS_MAX, mutant })
  const { violation } = reports.at(-1)!
  expect(mutant.breaks).toContain(violation?.invariant)
})

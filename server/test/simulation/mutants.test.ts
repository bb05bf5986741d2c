import { expect, test } from 'vitest'
import { inProofs } from '../proofs.ts'
import { cycleMutants } from './cycle-mutants.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import { planted } from './hooks.ts'
import type { Invariant } from './invariants.ts'
import { mutants, type Mutant } from './mutants.ts'
import { runSeeds } from './run.ts'

/** Worlds within which a planted bug must show itself; most do so in the first ten. */
const SEEDS_MAX = 2_000

/** What every run of the tests plants a bug against: that something is sent twice, unexplained, early or not at all. */
const OFTEN: readonly Invariant[] = ['intent', 'lively', 'fence', 'atMostOnce', 'notEarly']

/** Of those that break the same the first. Starting the world of each takes a second. */
const often = mutants.filter(
  ({ breaks: [first] }, n) =>
    inProofs ||
    (OFTEN.includes(first!) && mutants.findIndex(({ breaks }) => breaks[0] === first) === n),
)

/** Of those in where a cycle stands the first: a step that is left out. */
const oftenInCycles = cycleMutants.slice(0, inProofs ? Infinity : 1)

test('each bug still has its place in the product', () => {
  const changed = [...mutants, ...cycleMutants].map((mutant) => planted(mutant))
  expect(changed).toHaveLength(mutants.length + cycleMutants.length)
})

test.for([...often, ...oftenInCycles])(
  'a product that $name is found out',
  { timeout: 300_000 },
  async (mutant) => {
    const first = mutant.shownBy < CYCLES_FROM ? 1 : CYCLES_FROM
    const found =
      (await violationIn(mutant, mutant.shownBy, 1)) ??
      (await violationIn(mutant, first, SEEDS_MAX))
    expect(mutant.breaks).toContain(found?.invariant)
  },
)

async function violationIn(mutant: Mutant, first: number, count: number) {
  return (await runSeeds({ first, count, mutant })).at(-1)?.violation
}

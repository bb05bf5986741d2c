import { expect, test } from 'vitest'
import { inProofs } from '../proofs.ts'
import { cycleMutants } from './cycle-mutants.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import { planted } from './hooks.ts'
import { mutants, type Mutant } from './mutants.ts'
import { runSeeds } from './run.ts'

/** Worlds within which a planted bug must show itself; most do so in the first ten. */
const SEEDS_MAX = 2_000

/** Of those that break the same, every run of the tests plants the first. */
const often = mutants.filter(
  ({ breaks }, n) => inProofs || mutants.findIndex((one) => one.breaks[0] === breaks[0]) === n,
)

/** Of those in where a cycle stands some, each in another file. */
const oftenInCycles = cycleMutants.slice(0, inProofs ? Infinity : 4)

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

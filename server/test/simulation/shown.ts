import { readFileSync, writeFileSync } from 'node:fs'
import { cycleMutants } from './cycle-mutants.ts'
import { CYCLES_FROM } from './cycle-worlds.ts'
import { mutants, type Mutant } from './mutants.ts'
import { runSeeds } from './run.ts'

/** As far as the test would search. */
const SEEDS_MAX = 2_000

// Prints which seed shows each planted bug: `node server/test/simulation/shown.ts`.
const files = [
  { name: 'mutants.ts', first: 1, planted: mutants },
  { name: 'cycle-mutants.ts', first: CYCLES_FROM, planted: cycleMutants },
]
for (const { name, first, planted } of files)
  for (const mutant of planted) {
    if (await shows(mutant, mutant.shownBy, 1)) continue
    const seed = await shows(mutant, first, SEEDS_MAX)
    if (seed) write(name, mutant, seed)
    process.stdout.write(`${mutant.name}: ${mutant.shownBy} → ${seed ?? 'none'}\n`)
  }

/** The first of these worlds in which it breaks what it must be caught by. */
async function shows(mutant: Mutant, first: number, count: number): Promise<number | undefined> {
  const last = (await runSeeds({ first, count, mutant })).at(-1)
  if (!last?.violation) return undefined
  const shown: readonly string[] = mutant.breaks
  if (shown.includes(last.violation.invariant)) return last.seed
  const left = first + count - 1 - last.seed
  return left > 0 ? shows(mutant, last.seed + 1, left) : undefined
}

function write(where: string, { name, shownBy }: Mutant, seed: number) {
  const file = new URL(where, import.meta.url)
  const [before, ...after] = readFileSync(file, 'utf8').split(`name: '${name}'`)
  const mended = after
    .join('')
    .replace(`shownBy: ${numeral(shownBy)},`, `shownBy: ${numeral(seed)},`)
  writeFileSync(file, `${before}name: '${name}'${mended}`)
}

/** As numbers are written here: 10_012. */
function numeral(seed: number): string {
  return seed.toLocaleString('en').replace(',', '_')
}

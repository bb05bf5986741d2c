import { readFileSync, writeFileSync } from 'node:fs'
import { mutants, type Mutant } from './mutants.ts'
import { runSeeds } from './run.ts'

/** As far as the test would search. */
const SEEDS_MAX = 2_000

// Writes down which world shows each planted bug now: `node server/test/simulation/shown.ts`.
for (const mutant of mutants) {
  if (await shows(mutant, mutant.shownBy, 1)) continue
  const seed = await shows(mutant, 1, SEEDS_MAX)
  if (seed) write(mutant, seed)
  process.stdout.write(`${mutant.name}: ${mutant.shownBy} → ${seed ?? 'none'}\n`)
}

async function shows(mutant: Mutant, first: number, count: number) {
  const last = (await runSeeds({ first, count, mutant })).at(-1)
  return last?.violation && last.seed
}

function write({ name, shownBy }: Mutant, seed: number) {
  const file = new URL('mutants.ts', import.meta.url)
  const [before, ...after] = readFileSync(file, 'utf8').split(`name: '${name}'`)
  const mended = after.join('').replace(`shownBy: ${shownBy},`, `shownBy: ${seed},`)
  writeFileSync(file, `${before}name: '${name}'${mended}`)
}

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open, rest } from './acceptance/open.ts'
import { filledIn, problemsIn } from './acceptance/table.ts'
import { holdersIn } from './acceptance/titles.ts'
import { ROOT, say } from './launcher/project.mjs'

// Writes into docs/acceptance.md which tests hold each line: those whose titles begin with its number.
// With --check it writes nothing and fails when the file says something else.
const path = join(ROOT, 'docs/acceptance.md')
const document = readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
const tests = globSync('{contract,server,web,sandbox,tools,e2e,bench}/**/*.{test,e2e}.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
})
const holders = tests
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted()
  .flatMap((file) => holdersIn(file, readFileSync(join(ROOT, file), 'utf8')))

const known = { holders, open, rest }
const problems = problemsIn(document, known)
const printed = filledIn(document, known)
const stale = printed !== document
if (process.argv.includes('--check')) {
  if (stale)
    problems.push(
      'docs/acceptance.md is not what the tests say. Write it: node tools/acceptance.ts',
    )
} else {
  writeFileSync(path, printed)
}
for (const problem of problems) say(`✖ ${problem}`)
if (problems.length > 0) process.exitCode = 1

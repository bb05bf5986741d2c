import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const document = readFileSync(join(ROOT, 'docs/guarantees.md'), 'utf8')
const [, , , faultsPart = ''] = document.split(/^## /m)
const faults = faultsPart
  .split(/^### (?=\d)/m)
  .slice(1)
  .map((section) => ({
    number: Number.parseInt(section, 10),
    holders: [...section.matchAll(/^- (.+)$/gm)].map(([, holder = '']) => holder),
  }))

test('the faults are listed in order, each once, and none is missing', () => {
  expect(faults.length).toBeGreaterThanOrEqual(107)
  expect(faults.map(({ number }) => number)).toEqual(faults.map((_, n) => n + 1))
})

test('each has tests that exist, or says why it is open', () => {
  const problems = faults.flatMap(({ number, holders }) => {
    if (holders.length === 0) return [`${number} has no test.`]
    return holders
      .filter((holder) => !/^\*\*Open:\*\* \S/.test(holder) && !exists(holder))
      .map((holder) => `${number}: ${holder}`)
  })
  expect(problems).toEqual([])
})

/** Whether the file `path` has a test with the title that stands after it. A skipped test does not count. */
function exists(holder: string): boolean {
  const [, path, title] = /^`([^`]+)` (.+)$/.exec(holder) ?? []
  if (!path || !title || !existsSync(join(ROOT, path))) return false
  const [before = '', ...after] = readFileSync(join(ROOT, path), 'utf8').split(title)
  return after.length > 0 && !/\.(skip|todo|fails)\(\s*['"`][^'"`]*$/.test(before)
}

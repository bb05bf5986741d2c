import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const document = readFileSync(join(ROOT, 'docs/guarantees.md'), 'utf8')
const faults = [...document.matchAll(/^\| +(\d+) +\|(.*)\|([^|]*)\|$/gm)].map(
  ([, number, , held = '']) => ({ number: Number(number), held: held.trim() }),
)

test('the faults are told in order, each once, and none has gone', () => {
  expect(faults.length).toBeGreaterThanOrEqual(69)
  expect(faults.map(({ number }) => number)).toEqual(faults.map((_, n) => n + 1))
})

test('each is held by tests that exist, or says why it is open', () => {
  const unheld = faults.flatMap(({ number, held }) => {
    if (/^\*\*Open:\*\* \S/.test(held)) return []
    return held
      .split('<br>')
      .filter((one) => !exists(one))
      .map((one) => `${number}: ${one}`)
  })
  expect(unheld).toEqual([])
})

/** `path` and, after it, a title in that file or the end of one that is made of parts; not of a test that is left out. */
function exists(holder: string): boolean {
  const [, path, title] = /^`([^`]+)` (.+)$/.exec(holder) ?? []
  if (!path || !title || !existsSync(join(ROOT, path))) return false
  const [before = '', ...after] = readFileSync(join(ROOT, path), 'utf8').split(title)
  return after.length > 0 && !/\.(skip|todo|fails)\(\s*['"`][^'"`]*$/.test(before)
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  link?: boolean
  resolved?: string
  integrity?: string
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/** Only speeds up a package that works without it, and has no parts for some systems. */
const mayBeAbsent = (name: string) => name.includes('msgpackr-extract')

test('the lockfile was read', () => {
  expect(installed.length).toBeGreaterThan(100)
})

test('every part that only some systems need is in the lockfile', () => {
  // npm leaves a part that the registry lacks out without a word; the other systems then have none.
  const names = new Set(installed.map(([path]) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !names.has(name) && !mayBeAbsent(name))
  expect(missing).toEqual([])
})

test('no address of a registry is in the lockfile', () => {
  expect(installed.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/)
})

test('every package is pinned by its hash', () => {
  const loose = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle)
  expect(loose.map(([path]) => path)).toEqual([])
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Entry = {
  link?: boolean
  resolved?: string
  integrity?: string
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

function read(path: string) {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
  const installed = Object.entries(packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && !link,
  )
  return { text, packages, installed }
}

const project = read('../package-lock.json')

/** Only speeds up a package that works without it, and has no parts for some systems. */
const mayBeAbsent = (name: string) => name.includes('msgpackr-extract')

test('the lockfile was read', () => {
  expect(project.installed.length).toBeGreaterThan(100)
})

test('every part that only some systems need is in the lockfile', () => {
  // npm leaves a part that the registry lacks out without a word; the other systems then have none.
  const names = new Set(project.installed.map(([path]) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(project.packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !names.has(name) && !mayBeAbsent(name))
  expect(missing).toEqual([])
})

describe.each([
  ['the project', project],
  ['the Node that the launcher fetches', read('launcher/node/package-lock.json')],
])('the lockfile of %s', (_, { text, packages, installed }) => {
  test('names no address of a registry', () => {
    expect(installed.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/)
  })

  test('pins every package by its hash', () => {
    expect(installed.length).toBeGreaterThan(4)
    const loose = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle)
    expect(loose.map(([path]) => path)).toEqual([])
  })

  test('names exact versions only', () => {
    const { optionalDependencies = {} } = packages[''] ?? {}
    expect(Object.values(optionalDependencies).filter((range) => !/^\d/.test(range))).toEqual([])
  })
})

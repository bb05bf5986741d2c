import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agrees } from './install.mjs'
import { isAtLeast } from './node.mjs'
import { wantsSandbox } from './settings.mjs'
import {
  isGreen,
  lineOf,
  NOTHING,
  sum,
  totalsOfPlaywright,
  totalsOfVitest,
  withExit,
} from './totals.mjs'
import { hashOf } from './web.mjs'

test.each([
  ['v24.15.0', true],
  ['v24.21.3', true],
  ['v26.0.0', true],
  ['v24.14.9', false],
  ['v24.9.0', false],
  ['v22.99.0', false],
  ['v26.0.0-nightly2026', true],
])('Node %s is new enough: %s', (version, enough) => {
  expect(isAtLeast(version, '24.15.0')).toBe(enough)
})

describe('dependencies that somebody installed by hand', () => {
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      server: { version: '0.1.0' },
      'node_modules/@carillon/server': { link: true },
      'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' },
      'node_modules/part-for-another-system': { version: '1.0.0', optional: true },
    },
  }

  test('are taken when they are those of the lockfile', () => {
    const installed = { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' } }
    expect(agrees(wanted, { packages: installed })).toBe(true)
  })

  test('are not taken when one differs, is missing, or nothing is known', () => {
    const changed = { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-b' } }
    expect(agrees(wanted, { packages: changed })).toBe(false)
    expect(agrees(wanted, { packages: {} })).toBe(false)
    expect(agrees(wanted, undefined)).toBe(false)
  })
})

describe('the hash of what the web is built from', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'carillon-hash-'))
    mkdirSync(join(root, 'src/ui'), { recursive: true })
    writeFileSync(join(root, 'src/ui/button.tsx'), 'button')
    writeFileSync(join(root, 'lock.json'), '{}')
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const hash = () => hashOf(['src', 'lock.json', 'not-there'], root)

  test('is the same for the same content, whatever its dates', () => {
    const before = hash()
    utimesSync(join(root, 'src/ui/button.tsx'), 1, 1)
    expect(hash()).toBe(before)
  })

  test('changes with a content, a name, a new file; not with a test', () => {
    const before = hash()
    writeFileSync(join(root, 'src/ui/button.test.tsx'), 'test')
    expect(hash()).toBe(before)
    writeFileSync(join(root, 'src/ui/card.tsx'), '')
    const after = hash()
    expect(after).not.toBe(before)
    writeFileSync(join(root, 'src/ui/card.tsx'), 'card')
    expect(hash()).not.toBe(after)
  })
})

describe('the totals', () => {
  const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }

  test('are one line, with what was skipped only if something was', () => {
    const stories = totalsOfPlaywright({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
    })
    expect(lineOf(stories)).toBe('4 passed, 1 failed')
    expect(lineOf(sum([totalsOfVitest(vitest), stories]))).toBe('11 passed, 1 failed, 2 skipped')
  })

  test('235 count a file that could not be loaded as failed', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{}] },
    ]
    expect(totalsOfVitest({ ...vitest, testResults }).failed).toBe(1)
  })

  test('235 are red when a program failed without a failed test, or when nothing ran', () => {
    const passed = { passed: 1, failed: 0, skipped: 0 }
    expect(isGreen(withExit(passed, 0))).toBe(true)
    expect(isGreen(withExit(passed, 1))).toBe(false)
    expect(isGreen(NOTHING)).toBe(false)
  })
})

test.each([
  [{}, true],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:4000' }, true],
  [{ SANDBOX: 'off' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://carillon.example' }, false],
])('with %j the sandbox runs: %s', (env, wanted) => {
  expect(wantsSandbox(env)).toBe(wanted)
})

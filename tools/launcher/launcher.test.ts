import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agrees } from './install.mjs'
import { ROOT } from './project.mjs'
import { isAtLeast } from './install.mjs'
import { wantsSandbox } from './project.mjs'
import {
  failureLines,
  isGreen,
  lineOf,
  NOTHING,
  sum,
  totalsOfPlaywright,
  totalsOfVitest,
  withExit,
} from './tests.mjs'
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
      {
        name: join(ROOT, 'web/a.test.ts'),
        status: 'failed',
        message: 'Cannot find b.ts',
        assertionResults: [],
      },
      {
        name: join(ROOT, 'web/b.test.ts'),
        status: 'passed',
        assertionResults: [{ fullName: 'b', status: 'passed' }],
      },
    ]
    const totals = totalsOfVitest({ ...vitest, testResults })
    expect(totals.failed).toBe(1)
    expect(failureLines(totals)).toEqual(['✖ web/a.test.ts: Cannot find b.ts'])
  })

  test('235 name each failed test and story with the first line of why, and what passed only when tried again', () => {
    const why = ['AssertionError: expected 1 to be 2\n    at a.test.ts:3']
    const units = totalsOfVitest({
      ...vitest,
      numFailedTests: 1,
      testResults: [
        {
          name: join(ROOT, 'server/a.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'sums add up', status: 'failed', failureMessages: why },
            { fullName: 'sums begin', status: 'passed', failureMessages: [] },
          ],
        },
      ],
    })
    const story = (title: string, status: string, message: string) => ({
      title,
      file: 'bell.e2e.ts',
      tests: [
        {
          status,
          results: [{ error: { message: 'first try' } }, message ? { error: { message } } : {}],
        },
      ],
    })
    const stories = totalsOfPlaywright({
      config: { rootDir: join(ROOT, 'e2e') },
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [story('the bell rings', 'unexpected', '\u001B[31mError: silent\u001B[39m\n at')],
          suites: [{ specs: [story('the bell waits', 'flaky', '')] }],
        },
      ],
    })
    expect(failureLines(sum([units, stories]))).toEqual([
      '⚠ Only at the second try: e2e/bell.e2e.ts › the bell waits: first try',
      '✖ server/a.test.ts › sums add up: AssertionError: expected 1 to be 2',
      '✖ e2e/bell.e2e.ts › the bell rings: Error: silent',
    ])
  })

  test('235 name twenty of many failures and count the others', () => {
    const failures = Array.from({ length: 23 }, (_, n) => `test ${n}`)
    const lines = failureLines({ ...NOTHING, failed: 23, failures })
    expect(lines).toHaveLength(21)
    expect(lines.slice(-2)).toEqual(['✖ test 22', '… and 3 more; see above'])
  })

  test('235 are red when a program failed without a failed test, or when nothing ran', () => {
    const passed = { ...NOTHING, passed: 1 }
    expect(isGreen(withExit(passed, 0, 'It fell over.'))).toBe(true)
    const fallen = withExit(passed, 1, 'It fell over.')
    expect(isGreen(fallen)).toBe(false)
    expect(failureLines(fallen)).toEqual(['✖ It fell over.'])
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

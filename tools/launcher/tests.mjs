import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findStoryBrowser } from './browser.mjs'
import { runTool, Stopped } from './child.mjs'
import { ROOT } from './project.mjs'
import { buildWeb } from './web.mjs'

const STORIES = join(ROOT, 'e2e/playwright.config.ts')

/**
 * Runs Vitest; returns what it counted.
 * @param {string[]} words filters and options of Vitest
 */
export const runVitest = (words) =>
  counted('Vitest', totalsOfVitest, (report) =>
    runTool('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...words,
    ]),
  )

/**
 * Runs the browser stories; returns what they counted.
 * @param {string[]} words filters and options of Playwright
 */
export async function runStories(words) {
  if (!existsSync(STORIES)) return NOTHING
  try {
    await buildWeb()
    const browser = await findStoryBrowser()
    return await counted('Playwright', totalsOfPlaywright, (report) =>
      runTool('playwright', ['test', `--config=${STORIES}`, '--reporter=list,json', ...words], {
        env: { CHROME_BIN: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    )
  } catch (error) {
    if (error instanceof Stopped || !(error instanceof Error)) throw error
    // Stories that could not begin are not stories that passed.
    return withExit(NOTHING, 1, `The browser stories could not begin: ${error.message}`)
  }
}

/**
 * @template T
 * @param {string} name of the program
 * @param {(report: T) => Totals} count
 * @param {(path: string) => Promise<number>} perform writes the report and returns the exit code
 */
async function counted(name, count, perform) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-report-'))
  const path = join(folder, 'report.json')
  try {
    const code = await perform(path)
    const totals = existsSync(path) ? count(JSON.parse(readFileSync(path, 'utf8'))) : NOTHING
    return withExit(totals, code, `${name} ended with code ${code}, for a reason it says above.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What a run counted, by what name and with what words each failed test failed, and the same of each that
 * passed only at its second try.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], flaky: string[] }} Totals
 */

/** @type {Totals} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }

/** As many as a screen shows: who has broken more than that reads the whole output. */
const FAILURES_MAX = 20

/**
 * What Vitest's JSON report counts. A file that could not be loaded has no tests: it counts as one
 * that failed.
 * @param {VitestReport & { numPassedTests: number, numFailedTests: number,
 *   numPendingTests: number, numTodoTests?: number }} report
 * @returns {Totals}
 */
export function totalsOfVitest(report) {
  const unloaded = (report.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: failuresOfVitest(report),
    flaky: [],
  }
}

/**
 * What Playwright's JSON report counts. A story that passed at its second try passed, and is named.
 * @param {PlaywrightReport & {
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Totals}
 */
export function totalsOfPlaywright(report) {
  const { stats } = report
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...outsideOf(report), ...storiesThat('unexpected', report)],
    flaky: storiesThat('flaky', report),
  }
}

/**
 * A program that ended badly without a failed test failed nevertheless: the sum must say so.
 * @param {Totals} totals
 * @param {number} code its exit code
 * @param {string} words what there is to say of it, if no test says anything
 * @returns {Totals}
 */
export function withExit(totals, code, words) {
  if (code === 0 || totals.failed > 0) return totals
  const failures = totals.failures.length > 0 ? totals.failures : [words]
  return { ...totals, failed: 1, failures }
}

/** @param {Totals[]} all @returns {Totals} */
export const sum = (all) =>
  all.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      failures: [...a.failures, ...b.failures],
      flaky: [...a.flaky, ...b.flaky],
    }),
    NOTHING,
  )

/** The last line of a run, made for programs to read as well. @param {Totals} totals */
export const lineOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/**
 * What failed, and what passed only at its second try, a line each. They belong right before the last line: of a long
 * output often only the end is kept.
 * @param {Totals} totals
 */
export function failureLines({ failures, flaky }) {
  const lines = [
    ...flaky.map((story) => `⚠ Only at the second try: ${story}`),
    ...failures.map((failure) => `✖ ${failure}`),
  ]
  const more = lines.length - FAILURES_MAX
  return more > 0 ? [...lines.slice(-FAILURES_MAX), `… and ${more} more; see above`] : lines
}

/** Nothing failed and something ran. @param {Totals} totals */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ testResults?: { name: string, status: string, message?: string,
 *   assertionResults: VitestTest[] }[] }} VitestReport
 * @typedef {{ message?: string }} Problem
 * @typedef {{ title: string, file: string,
 *   tests: { status: string, results: { error?: Problem }[] }[] }} Story
 * @typedef {{ specs?: Story[], suites?: Suite[] }} Suite
 * @typedef {{ config?: { rootDir: string }, suites?: Suite[], errors?: Problem[] }} PlaywrightReport
 */

/** What a line has room for. */
const WORDS_MAX = 300

/**
 * Each failed test of Vitest's JSON report, and each file that could not be loaded: its name, and the
 * first words of why.
 * @param {VitestReport} report
 */
const failuresOfVitest = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    if (status === 'failed' && assertionResults.length === 0) return [failure([file], message)]
    return assertionResults
      .filter((one) => one.status === 'failed')
      .map((one) => failure([file, one.fullName], one.failureMessages?.[0]))
  })

/** What failed outside of all stories. @param {PlaywrightReport} report */
const outsideOf = ({ errors = [] }) => errors.map(({ message }) => failure([], message))

/**
 * The stories of Playwright's JSON report that ended in a way: the name of each, and the first words of the last
 * error.
 * @param {'unexpected' | 'flaky'} end
 * @param {PlaywrightReport} report
 */
const storiesThat = (end, { config, suites = [] }) =>
  storiesOf(suites).flatMap(({ title, file, tests }) => {
    const names = [relative(ROOT, join(config?.rootDir ?? ROOT, file)), title]
    return tests
      .filter(({ status }) => status === end)
      .map(({ results }) => failure(names, results.findLast(({ error }) => error)?.error?.message))
  })

/** @param {Suite[]} suites @returns {Story[]} */
const storiesOf = (suites) =>
  suites.flatMap((suite) => [...(suite.specs ?? []), ...storiesOf(suite.suites ?? [])])

/** @param {string[]} names @param {string} [message] */
function failure(names, message = '') {
  const words = stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
  return [names.join(' › '), words.slice(0, WORDS_MAX)].filter(Boolean).join(': ')
}

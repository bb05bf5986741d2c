import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'

/**
 * What a run counted, and by what name and with what words each failed test failed.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Totals
 */

/** @type {Totals} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** As many as a screen shows: who has broken more than that reads the whole output. */
const FAILURES_MAX = 20

/**
 * What Vitest's JSON report counts. A file that could not be loaded has no tests: it counts as one
 * that failed.
 * @param {import('./failures.mjs').VitestReport & { numPassedTests: number, numFailedTests: number,
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
  }
}

/**
 * What Playwright's JSON report counts. One that passed on a second try passed.
 * @param {import('./failures.mjs').PlaywrightReport & {
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Totals}
 */
export function totalsOfPlaywright(report) {
  const { stats } = report
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: failuresOfPlaywright(report),
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
    }),
    NOTHING,
  )

/** The last line of a run, made for programs to read as well. @param {Totals} totals */
export const lineOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/**
 * What failed, a line each. It belongs right before the last line: of a long output often only the end
 * is kept.
 * @param {Totals} totals
 */
export function failureLines({ failures }) {
  const lines = failures.slice(0, FAILURES_MAX).map((failure) => `✖ ${failure}`)
  const more = failures.length - lines.length
  return more > 0 ? [...lines, `… and ${more} more; see above`] : lines
}

/** Nothing failed and something ran. @param {Totals} totals */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0

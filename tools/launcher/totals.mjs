/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/** @type {Totals} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 }

/**
 * What Vitest's JSON report counts. A file that could not be loaded has no tests: it counts as one
 * that failed.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests?: number, testResults?: { status: string, assertionResults: unknown[] }[] }} report
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
  }
}

/**
 * What Playwright's JSON report counts. One that passed on a second try passed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Totals}
 */
export function totalsOfPlaywright({ stats }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }
}

/**
 * A program that ended badly without a failed test failed nevertheless: the sum must say so.
 * @param {Totals} totals
 * @param {number} code its exit code
 * @returns {Totals}
 */
export const withExit = (totals, code) =>
  code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals

/** @param {Totals[]} all @returns {Totals} */
export const sum = (all) =>
  all.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
    }),
    NOTHING,
  )

/** The last line of a run, made for programs to read as well. @param {Totals} totals */
export const lineOf = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Nothing failed and something ran. @param {Totals} totals */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findStoryBrowser } from './browser.mjs'
import { Stopped } from './child.mjs'
import { ROOT } from './here.mjs'
import { runTool } from './tool.mjs'
import { NOTHING, totalsOfPlaywright, totalsOfVitest, withExit } from './totals.mjs'
import { buildWeb } from './web.mjs'

const STORIES = join(ROOT, 'e2e/playwright.config.ts')

/**
 * Runs Vitest; answers what it counted.
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
 * Runs the browser stories; answers what they counted.
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
 * @param {(report: T) => import('./totals.mjs').Totals} count
 * @param {(path: string) => Promise<number>} perform writes the report and answers the exit code
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

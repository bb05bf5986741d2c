import { runStories } from '../launcher/tests.mjs'
import { isGreen, lineOf } from '../launcher/totals.mjs'

/** The browser stories alone. Words after `--` are Playwright's. @param {string[]} words */
export default async function e2e(words) {
  const totals = await runStories(words)
  console.log(lineOf(totals))
  return isGreen(totals) ? 0 : 1
}

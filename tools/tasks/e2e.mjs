import { say } from '../launcher/here.mjs'
import { runStories } from '../launcher/tests.mjs'
import { failureLines, isGreen, lineOf } from '../launcher/totals.mjs'

/** The browser stories alone. Words after `--` are Playwright's. @param {string[]} words */
export default async function e2e(words) {
  const totals = await runStories(words)
  for (const line of failureLines(totals)) say(line)
  console.log(lineOf(totals))
  return isGreen(totals) ? 0 : 1
}

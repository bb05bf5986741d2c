import { say } from '../launcher/here.mjs'
import { runStories, runVitest } from '../launcher/tests.mjs'
import { failureLines, isGreen, lineOf, NOTHING, sum } from '../launcher/totals.mjs'

/**
 * All tests, then the browser stories. Words after `--` are Vitest's, and leave the stories out.
 * @param {string[]} words
 */
export default async function test(words) {
  const units = await runVitest(words)
  const stories = words.length > 0 ? NOTHING : await runStories([])
  const all = sum([units, stories])
  if (words.length === 0) say(`▸ vitest ${lineOf(units)}; browser stories ${lineOf(stories)}`)
  for (const line of failureLines(all)) say(line)
  console.log(lineOf(all))
  return isGreen(all) ? 0 : 1
}

import { runScript } from '../launcher/script.mjs'
import { runVitest } from '../launcher/tests.mjs'
import { failureLines, isGreen, lineOf } from '../launcher/totals.mjs'

/**
 * Kills and cuts while messages are sent, then counts what arrived. With `fuzz` it asks for all that the
 * contract offers, rightly and wrongly; with `proofs` it runs the tests that take too long for `npm test`.
 * @param {string[]} words
 */
export default function chaos([first = '', ...rest]) {
  if (first === 'proofs') return proofs(rest)
  if (first === 'fuzz') return runScript('bench/fuzz/main.ts', rest)
  return runScript('bench/chaos.ts', first ? [first, ...rest] : [])
}

/** @param {string[]} words filters and options of Vitest */
async function proofs(words) {
  const totals = await runVitest(['--config=vitest.proofs.config.ts', ...words])
  for (const line of failureLines(totals)) console.log(line)
  console.log(lineOf(totals))
  return isGreen(totals) ? 0 : 1
}

import { runNode } from '../launcher/child.mjs'
import { findBrowser } from '../launcher/browser.mjs'
import { buildWeb } from '../launcher/web.mjs'

/**
 * Pictures of every page into `shots`, or, after the word `site`, those that the public pages show.
 * @param {string[]} words
 */
export default async function shots(words) {
  await buildWeb()
  return runNode(['e2e/shots/main.ts', ...words], { env: { CHROME_BIN: await findBrowser() } })
}

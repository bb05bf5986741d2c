import { runScript } from '../launcher/script.mjs'

/** Fills a running instance with an example to look at. @param {string[]} words */
export default (words) => runScript('tools/seed.ts', words)

import { runScript } from '../launcher/script.mjs'

/**
 * Kills and cuts while messages are sent, then counts what arrived; with `fuzz` asks for all that the
 * contract offers, rightly and wrongly.
 * @param {string[]} words
 */
export default ([first = '', ...rest]) =>
  first === 'fuzz'
    ? runScript('bench/fuzz/main.ts', rest)
    : runScript('bench/chaos.ts', first ? [first, ...rest] : [])

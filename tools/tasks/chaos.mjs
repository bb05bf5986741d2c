import { runScript } from '../launcher/script.mjs'

/** Kills and cuts while messages are sent, then counts what arrived. @param {string[]} words */
export default (words) => runScript('bench/chaos.ts', words)

import { runScript } from '../launcher/script.mjs'

/** Measures; answers with figures. @param {string[]} words */
export default (words) => runScript('bench/main.ts', words)

import { join } from 'node:path'
import { runNode } from './child.mjs'
import { ROOT } from './here.mjs'

/** The scripts of the installed tools: run directly, since npx and .bin cost a shell each. */
const SCRIPTS = {
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/** Where an installed tool's script lies. @param {keyof typeof SCRIPTS} name */
export const scriptOf = (name) => join(ROOT, 'node_modules', SCRIPTS[name])

/**
 * Runs an installed tool to its end; answers its exit code.
 * @param {keyof typeof SCRIPTS} name
 * @param {string[]} words
 * @param {import('./child.mjs').Options} [options]
 */
export const runTool = (name, words, options) => runNode([scriptOf(name), ...words], options)

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from './child.mjs'
import { ROOT } from './here.mjs'
import { loadSettings } from './settings.mjs'

/**
 * Runs a script of the project with the settings of .env; answers its exit code.
 * @param {string} path from the checkout
 * @param {string[]} words
 */
export async function runScript(path, words) {
  if (!existsSync(join(ROOT, path))) throw new Error(`There is no ${path} to run.`)
  loadSettings()
  return runNode([join(ROOT, path), ...words])
}

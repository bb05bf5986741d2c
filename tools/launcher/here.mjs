import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What the launcher fetches for itself; never committed, safe to delete. */
export const RUNTIME = resolve(ROOT, '.runtime')

/** What a person should read goes to standard error: a task's own output stays clean. @param {string} words */
export const say = (words) => void process.stderr.write(`${words}\n`)

import { existsSync, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { runNode } from './child.mjs'

/** How often we look whether npm still lives: nothing tells a grandchild. */
const LOOK_EVERY_MS = 500

/**
 * Runs npm under this Node; answers its exit code. What it prints goes to standard error.
 * @param {string[]} words
 */
export async function npm(words) {
  const cli = npmCli()
  if (!cli) throw new Error('npm was not found. Install Node with npm (https://nodejs.org).')
  // A nested npm must not think that it is inside `npm start`.
  const inherited = Object.keys(process.env).filter((key) =>
    /^npm_(lifecycle|package)_|^npm_(command|execpath|node_execpath)$|^INIT_CWD$/i.test(key),
  )
  const env = Object.fromEntries(inherited.map((key) => [key, undefined]))
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  // npm's own pauses between tries make a machine without a network look stuck for a minute.
  const brisk = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000']
  return runNode([cli, ...words, ...quiet, ...brisk], { env, output: 'stderr' })
}

/**
 * Ends this process when the npm that runs it is gone: `kill` on npm reaches npm and perhaps its
 * shell, but nobody passes it on to us. Without npm above us there is nothing to heed: a shell may
 * end and leave us in the background on purpose.
 */
export function heedNpm() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.env.CARILLON_LEASH === String(parent)) return
  const above = ancestor(parent)
  const watch = setInterval(() => {
    if (process.ppid === parent && (!above || isAlive(above))) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_EVERY_MS)
  watch.unref()
}

/** npm's own script: the one that runs us, else the one beside this Node, else the one in PATH. */
function npmCli() {
  const beside = resolve(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const windows = resolve(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => [
    // Debian and others put a link to the script there, Windows a folder beside it.
    join(folder, 'npm'),
    join(folder, 'node_modules/npm/bin/npm-cli.js'),
  ])
  const said = process.env.npm_execpath ?? ''
  return [...(/npm-cli\.c?js$/.test(said) ? [said] : []), beside, windows, ...inPath].find(isScript)
}

/** @param {string} path */
const isScript = (path) => existsSync(path) && /^(#!.*node|\/\/|'use)/.test(head(path))

/** @param {string} path */
const head = (path) => readFileSync(path, 'utf8').slice(0, 40)

/** npm, when our parent is only the shell that npm started. @param {number} parent */
function ancestor(parent) {
  if (process.platform === 'win32') return undefined
  const asked = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' })
  const line = asked.status === 0 ? asked.stdout.trim() : fromProc(parent)
  const [ppid, name = ''] = line.split(/\s+/, 2)
  return /(^|\/|-)(ba|da|z|k|a)?sh$/.test(name) ? Number(ppid) : undefined
}

/** A bare Debian has no ps. @param {number} pid */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, name, ppid] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
    return `${ppid} ${name}`
  } catch {
    return ''
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

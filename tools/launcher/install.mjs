import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runNode } from './child.mjs'
import { alone, isAlive, ROOT, RUNTIME, say } from './project.mjs'

// Inside node_modules: whoever deletes or replaces that folder deletes the stamp with it.
const STAMP = join(ROOT, 'node_modules/.carillon-installed')

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lockfile
 */

/** Installs the dependencies if the lockfile is not the one that was installed. */
export async function install() {
  if (isStamped()) return
  await alone('install', 'Another start is installing the dependencies; waiting …', async () => {
    if (isStamped()) return
    if (!agrees(readLockfile('package-lock.json'), readLockfile('node_modules/.package-lock.json')))
      await ci()
    writeFileSync(STAMP, stampOf())
  })
}

/**
 * Whether npm's own record of node_modules holds all that the lockfile names: somebody may have
 * installed by hand, and perhaps has no network now. Parts for other systems may be absent.
 * @param {Lockfile | undefined} wanted
 * @param {Lockfile | undefined} installed
 */
export function agrees(wanted, installed) {
  if (!wanted || !installed) return false
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = installed.packages[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

async function ci() {
  say('▸ Installing the dependencies (once) …')
  const begun = performance.now()
  // No package of ours needs a script to be installed; older versions of npm do not know allowScripts.
  if (await npm(['ci', '--prefer-offline', '--ignore-scripts']))
    throw new Error(
      'The dependencies could not be installed (npm says why above): run the same command again once the npm registry can be reached.',
    )
  say(`▸ Installed in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
}

function isStamped() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf()
}

/** A folder shared with a machine of another kind holds the wrong native parts. */
function stampOf() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  return `${hash.update(process.platform + process.arch).digest('hex')}\n`
}

/** @param {string} path @returns {Lockfile | undefined} */
function readLockfile(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}

/** The first Node that runs TypeScript without a flag or a warning and has all we call. */
const NEEDED = '24.15.0'

/** Exact versions and their hashes, the newest that each system has in the registry (2026-11-22). */
const PINNED = fileURLToPath(new URL('node/', import.meta.url))

/**
 * The Node to run the project under: this one if it is new enough, else one fetched once from the
 * npm registry, which npm takes only if its hash is the one we know. Its packages there are plain files:
 * nothing is run to install them.
 */
export async function pickNode() {
  if (isAtLeast(process.version, NEEDED)) return process.execPath
  const os = process.platform === 'win32' ? 'win' : process.platform
  const name = `${os === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${os}-${process.arch}`
  const folder = join(RUNTIME, 'node')
  const node = join(folder, 'node_modules', name, 'bin', os === 'win' ? 'node.exe' : 'node')
  if (works(node)) return node
  await alone('node', 'Another start is fetching Node; waiting …', async () => {
    if (!works(node)) await fetchNode(folder)
  })
  if (works(node)) return node
  throw new Error(
    `This needs Node ${NEEDED} or newer, found ${process.version}, and none could be fetched: install it (https://nodejs.org) and run the same command again.`,
  )
}

/** Numbers compared part by part. @param {string} version @param {string} needed */
export function isAtLeast(version, needed) {
  const have = version.replace(/^v/, '').split('.').map(Number.parseFloat)
  const want = needed.split('.').map(Number)
  for (const [i, part] of want.entries()) if (have[i] !== part) return (have[i] ?? 0) > part
  return true
}

/** @param {string} node */
function works(node) {
  if (!existsSync(node)) return false
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return asked.status === 0 && isAtLeast(asked.stdout.trim(), NEEDED)
}

/** Into a folder of its own first: what bears the final name is complete. @param {string} folder */
async function fetchNode(folder) {
  say(`▸ Node ${NEEDED} or newer is needed, found ${process.version}: fetching it once (45 MB) …`)
  mkdirSync(RUNTIME, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  chmodSync(unfinished, 0o755)
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(PINNED, file), join(unfinished, file))
    if (await npm(['ci', '--prefix', unfinished, '--ignore-scripts'])) return
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** How often we look whether npm still lives: nothing tells a grandchild. */
const LOOK_EVERY_MS = 500

/**
 * Runs npm under this Node; returns its exit code. What it prints goes to standard error.
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
 * shell, but nobody passes it on to us. Without npm above us there is nothing to take into account: a shell may
 * end and leave us in the background on purpose.
 */
export function heedNpm() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || process.env.CARILLON_PARENT === String(parent)) return
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

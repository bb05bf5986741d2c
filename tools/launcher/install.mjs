import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { alone } from './claim.mjs'
import { ROOT, say } from './here.mjs'
import { npm } from './npm.mjs'

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

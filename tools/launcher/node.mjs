import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { alone } from './claim.mjs'
import { RUNTIME, say } from './here.mjs'
import { npm } from './npm.mjs'

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

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runTool } from './child.mjs'
import { alone, ROOT, RUNTIME, say } from './project.mjs'

const WEB = join(ROOT, 'web')
const STAMP = join(RUNTIME, 'web-built')

/** All that the built web is made from. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/compress.ts',
  'web/prerender.ts',
  'web/tsconfig.json',
  'contract/src',
  'package-lock.json',
]

/** Builds the web into web/dist if anything it is made from has changed. */
export async function buildWeb() {
  if (!existsSync(join(WEB, 'src/main.tsx')) || isFresh()) return
  await alone('web', 'Another start is building the web; waiting …', async () => {
    if (isFresh()) return
    say('▸ Building the web …')
    rmSync(STAMP, { force: true })
    // A change during the build must start another build.
    const before = hashOf(SOURCES)
    const bringBack = keepAssets(join(WEB, 'dist'), RUNTIME)
    const code = await runTool('vite', ['build', '--logLevel', 'warn'], {
      cwd: WEB,
      output: 'stderr',
      // Whatever the shell, or a test above us, says: anything else makes React half as heavy again.
      env: { NODE_ENV: 'production' },
    })
    bringBack()
    if (code !== 0) throw new Error('The web could not be built (Vite says why above).')
    mkdirSync(RUNTIME, { recursive: true })
    writeFileSync(STAMP, before)
  })
}

function isFresh() {
  if (!existsSync(join(WEB, 'dist/index.html')) || !existsSync(STAMP)) return false
  return readFileSync(STAMP, 'utf8') === hashOf(SOURCES)
}

/**
 * One hash of what is in these files and folders, whatever git or a copy did to their dates. Tests
 * are not part of what is built.
 * @param {string[]} paths
 * @param {string} [root]
 */
export function hashOf(paths, root = ROOT) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesIn(root, path)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** @param {string} root @param {string} path @returns {string[]} */
function filesIn(root, path) {
  try {
    const names = readdirSync(join(root, path), { withFileTypes: true })
    return names
      .filter(({ name }) => !/\.test\.tsx?$/.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const inner = `${path}/${entry.name}`
        return entry.isDirectory() ? filesIn(root, inner) : [inner]
      })
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}

/**
 * Keeps the hashed files of the present build for one more: pages that are open while a new one takes
 * its place still ask for them. To be called before a build; what it answers is called after.
 * @param {string} dist
 * @param {string} runtime where they lie meanwhile, on the same disk
 */
export function keepAssets(dist, runtime) {
  const assets = join(dist, 'assets')
  const aside = join(runtime, 'assets')
  const list = join(runtime, 'assets.json')
  mkdirSync(runtime, { recursive: true })
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(assets)) renameSync(assets, aside)

  return () => {
    const own = existsSync(assets) ? readdirSync(assets) : []
    // Those which that build had kept itself are older by one: they go.
    for (const name of namesIn(list).filter((name) => !own.includes(name))) {
      if (existsSync(join(aside, name))) cpSync(join(aside, name), join(assets, name))
    }
    rmSync(aside, { recursive: true, force: true })
    if (own.length > 0) writeFileSync(list, JSON.stringify(own))
  }
}

/** @param {string} list @returns {string[]} */
function namesIn(list) {
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

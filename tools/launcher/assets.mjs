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

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const DIST = join(import.meta.dirname, '../web/dist')

const pack = promisify(gzip)

/**
 * What a page may weigh, in bytes of gzip: all the scripts of the start, of a list of the dashboard, and of a
 * page with forms; all the style.
 */
export const BUDGET = { start: 130_000, list: 230_000, forms: 240_000, style: 15_000 }

/** What the built files behind these addresses weigh in gzip, in bytes; the server sends Brotli, which is less. */
export async function weightOf(addresses: readonly string[], kind: 'js' | 'css'): Promise<number> {
  const names = new Set(addresses.map((address) => new URL(address).pathname))
  const files = [...names].filter((name) => name.endsWith(`.${kind}`))
  const sizes = await Promise.all(
    files.map(async (name) => (await pack(await readFile(join(DIST, name)), { level: 9 })).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

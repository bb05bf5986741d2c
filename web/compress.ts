import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is text; pictures and fonts are compressed as they are. */
const TEXT = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/

/** Below this a file fits one packet with its headers either way. */
const WORTH_BYTES = 1_000

const compress = promisify(brotliCompress)

/**
 * Writes beside every file of a build the same in Brotli, `.br`, for the server to send as it is: so small
 * no server has the time to make it at each request. Not while watching: these builds do not wait for them.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.meta.watchMode || !dir) return
      for (const file of await readdir(dir, { recursive: true })) {
        if (TEXT.test(file)) await compressFile(join(dir, file))
      }
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < WORTH_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await compress(content, { params }))
}

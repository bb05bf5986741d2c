import { hash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of uploaded files, by their SHA-256. */
export type Files = {
  /** Stores the bytes and returns their hash; equal bytes are stored once. */
  put(bytes: Buffer): Promise<string>
  read(sha256: string): ReadStream
}

/** Files beside the journal in `dir`; a file is whole or not there, also after a kill. */
export function openFiles(dir: string): Files {
  const folder = join(dir, 'files')
  const pathOf = (sha256: string) => join(folder, sha256)
  return {
    async put(bytes) {
      const sha256 = hash('sha256', bytes, 'hex')
      if (existsSync(pathOf(sha256))) return sha256
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = pathOf(`${sha256}.${randomUUID()}`)
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, pathOf(sha256))
      return sha256
    },
    read: (sha256) => createReadStream(pathOf(sha256)),
  }
}

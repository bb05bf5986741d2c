import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { notFound } from '../errors.ts'
import type { Ids } from '../ids.ts'
import type { BlobStore } from './port.ts'

/** Ours are ids with a folder and an ending; anything else could lead out of the folder. */
const KEY = /^[\w-]+(\/[\w-]+)*(\.\w+)?$/

/** Files in a folder. A file appears under its name only when all of it is on the disk. */
export function diskStore(root: string, ids: Ids): BlobStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`)
    return join(root, key)
  }
  return {
    async put(key, data) {
      const path = pathOf(key)
      // Beside the target, since a rename is atomic only within one file system.
      const part = `${path}.${ids.next()}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        const size = await writeDurably(part, data)
        await rename(part, path)
        return size
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const path = pathOf(key)
      if ((await sizeOf(path)) === null) throw notFound('file')
      return createReadStream(path, range ? { start: range.from, end: range.to } : {})
    },
    head: (key) => sizeOf(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
  }
}

async function writeDurably(path: string, data: Readable): Promise<number> {
  const file = await open(path, 'wx')
  try {
    let size = 0
    for await (const chunk of data) size += (await file.write(chunk as Buffer)).bytesWritten
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { notFound } from '../errors.ts'
import type { Ids } from '../ids.ts'
import type { BlobStore } from './port.ts'

/** Ours are ids with folders; anything else could lead out of the folder. */
const KEY = /^[\w-]+(\/[\w-]+)*$/

/** Where a file is written before it has its name; no key begins like this. */
const UNFINISHED = '.unfinished'

/** Files in a folder. A file appears under its name only when all of it is on the disk. */
export function diskStore(root: string, ids: Ids): BlobStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`)
    return join(root, key)
  }
  // On the same file system as the target, or a rename would not be atomic.
  const unfinished = join(root, UNFINISHED)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const part = join(unfinished, ids.next())
      await mkdir(unfinished, { recursive: true })
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeDurably(part, bytes)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async get(key, range) {
      const path = pathOf(key)
      try {
        const file = await open(path)
        return file.createReadStream(range ? { start: range.from, end: range.to } : {})
      } catch (error) {
        // Without the folder of all files its disk is not mounted: then none of them is lost.
        throw isAbsent(error) && (await isThere(root)) ? notFound('file') : error
      }
    },
    deleteFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    async sweep(before) {
      for (const name of await namesIn(unfinished)) {
        const path = join(unfinished, name)
        // Another process may have finished it meanwhile.
        const at = await stat(path).catch(() => undefined)
        if (at && at.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name itself survives a power cut only when its folder is on the disk, too. Windows cannot do that. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

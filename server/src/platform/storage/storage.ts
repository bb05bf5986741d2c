import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError, reasonOf } from '../errors.ts'
import type { Ids } from '../ids.ts'
import type { Log } from '../log.ts'
import { diskStore } from './disk.ts'
import type { BlobStore } from './port.ts'

/**
 * The store that the settings name. It is opened when the first file is stored or read: the S3 client costs
 * 120 ms and 37 MB.
 */
export function openStorage(config: Config, ids: Ids, log: Log): BlobStore {
  let opened: Promise<BlobStore> | undefined
  const store = () => (opened ??= open(config, ids))

  /** Turns a failure into an error with words for the user, and logs the reason for the operator. */
  async function withStorageError<T>(work: (store: BlobStore) => Promise<T>): Promise<T> {
    try {
      return await work(await store())
    } catch (error) {
      if (error instanceof AppError) throw error
      log.warn({ reason: reasonOf(error) }, 'The storage of files failed.')
      throw isFull(error) ? noRoom() : storageUnavailable()
    }
  }

  return {
    put: (key, bytes) => withStorageError((to) => to.put(key, bytes)),
    get: (key, range) => withStorageError((from) => from.get(key, range)),
    deleteFolder: (folder) => withStorageError((of) => of.deleteFolder(folder)),
    sweep: (before) => withStorageError((of) => of.sweep(before)),
  }
}

async function open(config: Config, ids: Ids): Promise<BlobStore> {
  if (config.storage.kind === 'disk') return diskStore(join(config.dataDir, 'files'), ids)
  const { s3Store } = await import('./s3.ts')
  return s3Store(config.storage)
}

const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const noRoom = () =>
  new AppError(
    'unavailable',
    'The disk for files is full. Nothing was changed; it works again once there is room.',
    { retryAfter: 60 },
  )

const storageUnavailable = () =>
  new AppError(
    'unavailable',
    'The place where files are kept does not answer. Nothing was changed; try again in a moment.',
    { retryAfter: 5 },
  )

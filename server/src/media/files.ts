import { PART_BYTES } from '@carillon/contract/media'
import { Readable } from 'node:stream'
import type { BlobStore, Range } from '../platform/storage/port.ts'
import { partKey } from './rules.ts'

/** Reads a file from its pieces, whole or in part; no more than a piece of it is in memory. */
export function openFile(
  storage: BlobStore,
  { id, bytes }: { id: string; bytes: number },
  { from, to }: Range = { from: 0, to: bytes - 1 },
): Readable {
  return Readable.from(read(), { objectMode: false })

  async function* read(): AsyncGenerator<Buffer> {
    for (let part = Math.floor(from / PART_BYTES); part * PART_BYTES <= to; part++) {
      const start = part * PART_BYTES
      yield* await storage.get(partKey(id, part), {
        from: Math.max(from - start, 0),
        to: Math.min(to - start, PART_BYTES - 1),
      })
    }
  }
}

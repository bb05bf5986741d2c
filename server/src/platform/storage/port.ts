import type { Readable } from 'node:stream'

/** Where files are kept. Every adapter passes the same tests. Keys are made by us, never a user's file name. */
export type BlobStore = {
  /** Stores a file whole or not at all; answers its size in bytes. */
  put(key: string, data: Readable): Promise<number>
  /** Reads a file, or the bytes `from` to `to` of it, both included. Throws `not_found`. */
  get(key: string, range?: { from: number; to: number }): Promise<Readable>
  /** The size in bytes, or null when there is no such file. */
  head(key: string): Promise<number | null>
  /** Deletes a file; one that is gone already is fine. */
  delete(key: string): Promise<void>
}

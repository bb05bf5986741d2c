import type { Readable } from 'node:stream'

/**
 * Where files are kept. Every adapter passes the same tests. Keys are made by us, never a user's file name.
 * When there is no room, or nobody answers, all throw `unavailable` in words.
 */
export type BlobStore = {
  /** Stores a piece of at most a few megabytes, whole or not at all; the same key again replaces it. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Reads a piece, or the bytes `from` to `to` of it, both included. Throws `not_found`. */
  get(key: string, range?: Range): Promise<Readable>
  /** Deletes all below a folder; one that is gone already is fine. */
  deleteFolder(folder: string): Promise<void>
  /** Clears away what processes left half-written that were killed before then. */
  sweep(before: Date): Promise<void>
}

export type Range = { from: number; to: number }

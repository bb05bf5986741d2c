import type { MediaKind } from '@carillon/contract/media'
import type { Readable } from 'node:stream'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { isUuid } from '../platform/ids.ts'
import { openFile } from './files.ts'
import type { MediaRow } from './store.ts'
import * as store from './uses-store.ts'

declare module '../platform/context.ts' {
  interface Context {
    /** Whether something that is still to be sent has this file of a user. */
    readonly fileNeeded: (
      reading: Reading,
      file: { userId: string; mediaId: string },
    ) => Promise<boolean>
  }
}

/** A file of a library, as what is said with it is checked. */
export type MediaFile = {
  id: string
  kind: MediaKind
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
}

/** Those of these files that are ready in the library of a user, by id. */
export async function readFiles(
  reading: Reading,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, MediaFile>> {
  const known = ids.filter(isUuid)
  if (known.length === 0) return new Map()
  const rows = await store.findReady(reading, userId, known)
  return new Map(rows.map((row) => [row.id, fileOf(row)]))
}

/** The same, locked until the transaction ends, so that nobody deletes one of them while a message with it is saved. */
export async function lockFiles(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, MediaFile>> {
  const known = ids.filter(isUuid)
  if (known.length > 0) await store.lockReady(tx, userId, known)
  return readFiles(tx, userId, known)
}

/**
 * Notes that a content names these files, which are not deleted from now on. Returns those that are not there
 * any more; then nothing is noted.
 */
export async function useFiles(
  tx: Tx,
  { userId, contentId }: { userId: string; contentId: string },
  ids: readonly string[],
): Promise<string[]> {
  const all = [...new Set(ids)]
  if (all.length === 0) return []
  const there = new Set((await store.lockReady(tx, userId, all)).map(({ id }) => id))
  const gone = all.filter((id) => !there.has(id))
  if (gone.length === 0) await store.noteUses(tx, contentId, all)
  return gone
}

/** Files that are to be sent, by id, and how each is read. Those that are not there any more are left out. */
export async function openFiles(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, MediaFile & { open(): Readable }>> {
  if (ids.length === 0) return new Map()
  const rows = await store.findSome(ctx, ids)
  return new Map(
    rows.map((row) => [row.id, { ...fileOf(row), open: () => openFile(ctx.storage, row) }]),
  )
}

const fileOf = (row: MediaRow): MediaFile => ({
  id: row.id,
  kind: row.kind ?? 'document',
  name: row.name,
  mime: row.mime ?? 'application/octet-stream',
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
})

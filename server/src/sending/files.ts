import type { Content } from '@carillon/contract/content/content'
import type { Outcome, SendFile } from '../channels/port/sending.ts'
import { mediaOf } from '../content/rules.ts'
import { openFiles } from '../media/actions.ts'
import type { Context } from '../platform/context.ts'
import * as store from './handles-store.ts'

/** How many deliveries of a lane may bring files at once: the others are left for those that bring none. */
const UPLOADS_MAX = 2

/** Files that a lane remembers. */
const REMEMBERED = 500

type Said = { id: string; content: Content }

/** The files of one lane: each goes to the network once, and later sends name it. */
export type LaneFiles = {
  /** Whether a delivery may go now: nobody else is just bringing one of its files. */
  free(delivery: Said): boolean
  /** A delivery goes; `end` follows. */
  begin(delivery: Said): void
  end(delivery: Said): void
  /** Its files, in their order; undefined if one is not there any more. */
  take(delivery: Said): Promise<readonly SendFile[] | undefined>
  /** Heeds what an answer says of the files that were sent. */
  answered(files: readonly SendFile[], outcome: Outcome): Promise<void>
}

export function openLaneFiles(ctx: Context, accountId: string): LaneFiles {
  /** Files that the network knows by a name. */
  const known = new Map<string, SendFile>()
  /** What each delivery that is under way may bring. */
  const brings = new Map<string, readonly string[]>()

  const unknownOf = ({ content }: Said) =>
    mediaOf(content).flatMap(({ mediaId }) => (known.has(mediaId) ? [] : [mediaId]))

  async function read(ids: readonly string[]): Promise<Map<string, SendFile>> {
    const [files, handles] = await Promise.all([
      openFiles(ctx, ids),
      store.readHandles(ctx, accountId, ids),
    ])
    const found = new Map<string, SendFile>()
    for (const [mediaId, { kind, name, mime, bytes, width, height, durationMs, open }] of files) {
      const handle = handles.get(mediaId)
      const file: SendFile = {
        mediaId,
        kind,
        fileName: name,
        mimeType: mime,
        bytes,
        ...(width === null ? {} : { width }),
        ...(height === null ? {} : { height }),
        ...(durationMs === null ? {} : { durationMs }),
        ...(handle === undefined ? {} : { handle }),
        open,
      }
      found.set(mediaId, file)
      if (handle !== undefined) remember(file)
    }
    return found
  }

  function remember(file: SendFile) {
    if (known.size >= REMEMBERED) known.clear()
    known.set(file.mediaId, file)
  }

  return {
    free(delivery) {
      const ids = unknownOf(delivery)
      if (ids.length === 0) return true
      const busy = new Set([...brings.values()].flat())
      return brings.size < UPLOADS_MAX && !ids.some((id) => busy.has(id))
    },
    begin(delivery) {
      const ids = unknownOf(delivery)
      if (ids.length > 0) brings.set(delivery.id, ids)
    },
    end: ({ id }) => void brings.delete(id),
    async take(delivery) {
      const items = mediaOf(delivery.content)
      if (items.length === 0) return []
      const unknown = unknownOf(delivery)
      const found = unknown.length === 0 ? undefined : await read(unknown)
      const files = items.flatMap(({ mediaId }) => known.get(mediaId) ?? found?.get(mediaId) ?? [])
      return files.length === items.length ? files : undefined
    },
    async answered(files, outcome) {
      if (outcome.kind === 'handleRefused') {
        const ids = files.flatMap(({ mediaId, handle }) => (handle === undefined ? [] : mediaId))
        for (const id of ids) known.delete(id)
        if (ids.length > 0) await store.forgetHandles(ctx, accountId, ids)
        return
      }
      for (const [place, file] of files.entries()) {
        const handle = outcome.handles?.[place]
        if (handle === undefined || handle === file.handle) continue
        remember({ ...file, handle })
        await store.keepHandle(ctx, { accountId, mediaId: file.mediaId, handle })
      }
    },
  }
}

import type { Content, OwnContent } from '@carillon/contract/content/content'
import type { Outcome, SendFile } from '../../channels/port/sending.ts'
import { linkPictureOf } from '../../content/actions.ts'
import { mediaOf } from '../../content/rules.ts'
import { openFiles } from '../../media/actions.ts'
import { after } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import * as store from '../file-handles-store.ts'

/** How many deliveries of a lane may upload files at once: the other slots are for deliveries without uploads. */
const UPLOADS_MAX = 2

/** Most files whose handles a lane caches. */
const REMEMBERED = 500

type DeliveryContent = { id: string; content: Content }

/** `keptMs`: how long its network keeps an uploaded file, if known. */
type Account = { id: string; keptMs?: number | undefined }

/** The files of one lane: each is uploaded once, and later sends use its handle. */
export type LaneFiles = {
  /** Whether a delivery may be sent now: no other delivery is uploading one of its files. */
  free(delivery: DeliveryContent): boolean
  /** A delivery is being sent; `end` follows. */
  begin(delivery: DeliveryContent): void
  end(delivery: DeliveryContent): void
  /** Its files, in their order; undefined if one was deleted. */
  take(delivery: DeliveryContent): Promise<readonly SendFile[] | undefined>
  /** A function that reads the picture of the link card; undefined if there is no picture. */
  linkPicture(content: OwnContent): (() => Promise<Uint8Array>) | undefined
  /** Stores what an answer says about the files that were sent. */
  answered(files: readonly SendFile[], outcome: Outcome): Promise<void>
}

export function openLaneFiles(ctx: Context, account: Account): LaneFiles {
  /** Files with a handle of the network, and until when it is valid. */
  const known = new Map<string, { file: SendFile; until: Date | null }>()
  /** The files that each running delivery may upload. */
  const brings = new Map<string, readonly string[]>()

  function knownFile(mediaId: string): SendFile | undefined {
    const one = known.get(mediaId)
    return one && (one.until === null || one.until > ctx.clock.now()) ? one.file : undefined
  }

  const unknownOf = ({ content }: DeliveryContent) =>
    mediaOf(content).flatMap(({ mediaId }) => (knownFile(mediaId) ? [] : [mediaId]))

  async function read(ids: readonly string[]): Promise<Map<string, SendFile>> {
    const found = await readSendFiles(ctx, account.id, ids)
    for (const { file, until } of found.values()) if (file.handle) remember(file, until)
    return new Map([...found].map(([id, { file }]) => [id, file]))
  }

  function remember(file: SendFile, until: Date | null) {
    if (known.size >= REMEMBERED) known.clear()
    known.set(file.mediaId, { file, until })
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
      // Reading may remove other files from the cache.
      const found = new Map(items.map(({ mediaId }) => [mediaId, knownFile(mediaId)]))
      const unknown = [...found].flatMap(([id, file]) => (file ? [] : [id]))
      if (unknown.length > 0) for (const [id, file] of await read(unknown)) found.set(id, file)
      const files = items.flatMap(({ mediaId }) => found.get(mediaId) ?? [])
      return files.length === items.length ? files : undefined
    },
    linkPicture: (content) => linkPictureOf(ctx, content),
    async answered(files, outcome) {
      if (outcome.kind === 'handleRefused') {
        for (const { mediaId, handle } of files) {
          if (handle === undefined) continue
          known.delete(mediaId)
          await store.forgetHandle(ctx, { accountId: account.id, mediaId, handle })
        }
        return
      }
      for (const [index, file] of files.entries()) {
        const handle = outcome.handles?.[index]
        if (handle === undefined || handle === file.handle) continue
        const until = await keepBrought(ctx, account, file.mediaId, handle)
        remember({ ...file, handle }, until)
      }
    },
  }
}

/** These files as an account sends them, with their handles and until when these are valid. */
export async function readSendFiles(
  ctx: Context,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, { file: SendFile; until: Date | null }>> {
  const [files, handles] = await Promise.all([
    openFiles(ctx, ids),
    store.readHandles(ctx, ctx.clock.now(), accountId, ids),
  ])
  const found = new Map<string, { file: SendFile; until: Date | null }>()
  for (const [mediaId, { kind, name, mime, bytes, width, height, durationMs, open }] of files) {
    const { handle, expiresAt: until = null } = handles.get(mediaId) ?? {}
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
    found.set(mediaId, { file, until })
  }
  return found
}

/** Stores the handle of a file that was just uploaded. Returns until when it is valid. */
export async function keepBrought(
  ctx: Context,
  { id: accountId, keptMs }: Account,
  mediaId: string,
  handle: string,
): Promise<Date | null> {
  const expiresAt = keptMs === undefined ? null : after(ctx.clock.now(), keptMs)
  await store.keepHandle(ctx, { accountId, mediaId, handle, expiresAt })
  return expiresAt
}

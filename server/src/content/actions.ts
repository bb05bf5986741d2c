import type { Content, OwnContent } from '@carillon/contract/content/content'
import { VERSIONS_MAX } from '@carillon/contract/messages'
import { after, days, fromEpoch } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { lockFiles, readFiles, readLinkPicture, useFiles } from '../media/actions.ts'
import { invalid, problems } from '../platform/errors.ts'
import { firstIdAt } from '../platform/ids.ts'
import { allMediaOf, missing, withKinds, withSentFiles, type Files } from './rules.ts'
import * as store from './store.ts'

/** The files of these contents that are in the user's library. */
export const readFilesOf = (
  reading: Reading,
  userId: string,
  contents: readonly Content[],
): Promise<Files> =>
  readFiles(
    reading,
    userId,
    contents.flatMap((content) => allMediaOf(content).map(({ mediaId }) => mediaId)),
  )

/** The same, locked until the transaction ends, so that no file is deleted while a message with it is created. */
export const lockFilesOf = (tx: Tx, userId: string, contents: readonly Content[]): Promise<Files> =>
  lockFiles(
    tx,
    userId,
    contents.flatMap((content) => allMediaOf(content).map(({ mediaId }) => mediaId)),
  )

/** Returns a function that reads the picture of the link card as it is sent; undefined if there is no picture. */
export function linkPictureOf(ctx: Context, { linkCard }: OwnContent) {
  const mediaId = linkCard?.mediaId
  return mediaId === undefined ? undefined : () => readLinkPicture(ctx, mediaId)
}

/** Whether something that is still to be sent uses this file of a user. */
export const isFileNeeded: Context['fileNeeded'] = (reading, file) =>
  store.isFileNeeded(reading, file)

/**
 * Stores a content, which never changes: an occurrence planned with it sends exactly this. Returns its id. Throws
 * `invalid` at the field `content` if the storage limit of the user is reached, and at a file that was deleted, unless
 * it stands in groups with `sent`, the content that this one edits there.
 */
export async function saveContent(
  ctx: Context,
  tx: Tx,
  userId: string,
  body: Content,
  sent?: Content,
): Promise<string> {
  const id = ctx.ids.next()
  const library = await readFilesOf(tx, userId, [body])
  const files = sent ? withSentFiles(library, sent) : library
  const gone = missing(body, files)
  if (gone.length > 0) throw problems(gone)
  await store.insert(tx, {
    id,
    userId,
    body: JSON.stringify(withKinds(body, files)),
    createdAt: ctx.clock.now(),
  })
  const named = [...library.keys()]
  const went = await useFiles(tx, { userId, contentId: id }, named)
  if (went.length > 0) throw problems(missing(body, without(files, went)))
  // Checked after writing, because the write locks the user's row: of two at once, the second sees the size of the first.
  const most = ctx.config.limits.storedBytes
  if ((await store.storedBytes(tx, userId)) > most) throw contentsFull(most)
  return id
}

const without = (files: Files, ids: readonly string[]): Files =>
  new Map([...files].filter(([id]) => !ids.includes(id)))

const MEGABYTES = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
})

const contentsFull = (bytes: number) =>
  invalid(
    'content',
    `Your messages, with their older versions, fill the ${MEGABYTES.format(bytes / 1e6)} that this server allows. Delete some, or wait until older versions are forgotten.`,
  )

/** Contents read together; one may have 20 kB. */
const EXPORTED_AT_ONCE = 200

/** The contents in the export of a user, in all versions. */
export const contentData = {
  name: 'contents',
  async *export(ctx: Reading, userId: string) {
    let last: string | undefined
    do {
      const page = await store.listOf(ctx, userId, last, EXPORTED_AT_ONCE)
      yield page
      last = page.length === EXPORTED_AT_ONCE ? page.at(-1)?.id : undefined
    } while (last)
  },
  erase: (ctx: Context, userId: string) => ctx.transaction((tx) => store.eraseSome(tx, userId)),
}

/** Stores the replaced content of a message that no run has sent, so that its versions list it for some days. */
export const markReplaced = (
  ctx: Context,
  tx: Tx,
  replaced: { contentId: string; messageId: string },
): Promise<void> => store.markReplaced(tx, ctx.clock.now(), replaced, VERSIONS_MAX)

/** How long a replaced content can be restored. */
const UNSENT_KEPT_MS = days(7)

/** Deletes contents that no message uses and no delivery has, in slices. */
export async function forgetContents(ctx: Context, stop: AbortSignal): Promise<void> {
  const before = after(ctx.clock.now(), -UNSENT_KEPT_MS)
  await store.dropReplaced(ctx, before)
  const below = firstIdAt(before)
  let last: string | undefined = firstIdAt(fromEpoch(0))
  while (last && !stop.aborted) {
    const old: store.ContentUse[] = await store.findOld(ctx, { after: last, below })
    const unsaid = old.filter(({ said }) => !said)
    for (const [userId, contents] of Map.groupBy(unsaid, (content) => content.userId)) {
      const ids = contents.map(({ id }) => id)
      await ctx.transaction((tx) => store.forget(tx, userId, ids))
    }
    last = old.at(-1)?.id
  }
}

/** Contents by id; those that do not exist are left out. */
export const readContents = (reading: Reading, ids: readonly string[]) => store.read(reading, ids)

/** The same, as they are shown: with the name of an only file. */
export const readShownContents = (reading: Reading, ids: readonly string[]) =>
  store.readShown(reading, ids)

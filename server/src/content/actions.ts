import type { Content, OwnContent } from '@carillon/contract/content/content'
import { VERSIONS_MAX } from '@carillon/contract/messages'
import { after, days, fromEpoch } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { holdFiles, readFiles, readLinkPicture, useFiles } from '../media/actions.ts'
import { invalid, problems } from '../platform/errors.ts'
import { firstIdAt } from '../platform/ids.ts'
import { allMediaOf, missing, withKinds, type Files } from './rules.ts'
import * as store from './store.ts'

/** The files that these contents of a user name, as far as they are in their library. */
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

/** The same, held until the transaction ends: none of them is deleted while something is made to be sent. */
export const holdFilesOf = (tx: Tx, userId: string, contents: readonly Content[]): Promise<Files> =>
  holdFiles(
    tx,
    userId,
    contents.flatMap((content) => allMediaOf(content).map(({ mediaId }) => mediaId)),
  )

/** Reads the picture beside the link of a content, as it is sent; undefined where there is none. */
export function linkPictureOf(ctx: Context, { linkCard }: OwnContent) {
  const mediaId = linkCard?.mediaId
  return mediaId === undefined ? undefined : () => readLinkPicture(ctx, mediaId)
}

/** Whether something that is still to be sent has this file of a user. */
export const isFileNeeded: Context['fileNeeded'] = (reading, file) =>
  store.isFileNeeded(reading, file)

/**
 * Keeps what is said, for good: an occurrence planned with it sends just this, and its files stay. Answers its
 * id. Throws `invalid` at the field `content` when the user has no room for it, and at a file that is gone.
 */
export async function saveContent(
  ctx: Context,
  tx: Tx,
  userId: string,
  body: Content,
): Promise<string> {
  const id = ctx.ids.next()
  const files = await readFilesOf(tx, userId, [body])
  const gone = missing(body, files)
  if (gone.length > 0) throw problems(gone)
  await store.insert(tx, {
    id,
    userId,
    body: JSON.stringify(withKinds(body, files)),
    createdAt: ctx.clock.now(),
  })
  const named = allMediaOf(body).map(({ mediaId }) => mediaId)
  const went = await useFiles(tx, { userId, contentId: id }, named)
  if (went.length > 0) throw problems(missing(body, without(files, went)))
  // Only now: who has written holds the user's row, so of two at once the second sees what the first took.
  const most = ctx.config.limits.storedBytes
  if ((await store.storedBytes(tx, userId)) > most) throw full(most)
  return id
}

const without = (files: Files, ids: readonly string[]): Files =>
  new Map([...files].filter(([id]) => !ids.includes(id)))

const MEGABYTES = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
})

const full = (bytes: number) =>
  invalid(
    'content',
    `Your messages, with their older versions, fill the ${MEGABYTES.format(bytes / 1e6)} that this server allows. Delete some, or wait until older versions are forgotten.`,
  )

/** Read at once; one may have 20 kB. */
const EXPORTED_AT_ONCE = 200

/** What a person's export has of what they said, in all its versions. */
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

/** Notes what a message said until now and no run of it did, so that it is shown among its versions for some days. */
export const noteReplaced = (
  ctx: Context,
  tx: Tx,
  replaced: { contentId: string; messageId: string },
): Promise<void> => store.noteReplaced(tx, ctx.clock.now(), replaced, VERSIONS_MAX)

/** A change that replaced it may be taken back for some days. */
const UNSENT_KEPT_MS = days(7)

/** Forgets contents that no message says any more, and of which no delivery is left, in slices. */
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

/** What contents say, by id; those that do not exist are left out. */
export const readContents = (reading: Reading, ids: readonly string[]) => store.read(reading, ids)

import type { MediaKind } from '@carillon/contract/media'
import { giveFile, giveContentOf } from './posting.ts'
import type { Sending } from './sending.ts'

/** Gives groups and a content for them: these files with a text. */
export async function choirs(sending: Sending, groups: number, kinds: MediaKind[], text = 'Hello') {
  const { app, posting } = sending
  const choir = await posting({ groups })
  const media: { mediaId: string }[] = []
  for (const kind of kinds) media.push({ mediaId: await giveFile(app, choir.user, { kind }) })
  const contentId = await giveContentOf(app, choir.user, {
    kind: kinds.length > 1 ? 'album' : 'media',
    text,
    media,
  })
  return { ...choir, contentId, mediaIds: media.map(({ mediaId }) => mediaId) }
}

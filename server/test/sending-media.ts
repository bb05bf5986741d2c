import { onTestFinished } from 'vitest'
import type { MediaKind } from '@carillon/contract/media'
import { giveFile, giveSaid } from './posting.ts'
import { openSending, type Sending } from './sending.ts'

/** Opens what sends, for one test. */
export async function openForTest(): Promise<Sending> {
  const sending = await openSending()
  onTestFinished(() => sending.close())
  return sending
}

/** Groups, and what is said to them: these files with a text. */
export async function choirs(sending: Sending, groups: number, kinds: MediaKind[], text = 'Hello') {
  const { app, posting } = sending
  const choir = await posting({ groups })
  const media: { mediaId: string }[] = []
  for (const kind of kinds) media.push({ mediaId: await giveFile(app, choir.user, { kind }) })
  const contentId = await giveSaid(app, choir.user, {
    kind: kinds.length > 1 ? 'album' : 'media',
    text,
    media,
  })
  return { ...choir, contentId, mediaIds: media.map(({ mediaId }) => mediaId) }
}

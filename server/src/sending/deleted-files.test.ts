import { expect, test, vi } from 'vitest'
import type { Content } from '@carillon/contract/content/content'
import { openFollowing } from '../../test/follow-ups.ts'
import { giveContentOf, giveFile } from '../../test/posting.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { deleteMedia } from '../media/actions.ts'
import { editSent } from './sent/changes.ts'
import { readSent } from './sent/reads.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })

/** A message with a file, which nothing uses any more once it was sent. */
async function openWithFile(contentOf: (mediaId: string) => Content) {
  const following = await openFollowing({ content: text('As yet') })
  const { app, user, id } = following
  const mediaId = await giveFile(app, user)
  const use = (contentId: string) =>
    app.pool.query('update messages set content_id = $2 where id = $1', [id, contentId])
  await use(await giveContentOf(app, user, contentOf(mediaId)))
  return {
    ...following,
    /** Sends the message, gives it other content, and deletes the file that the sent content had. */
    async sendAndDelete() {
      const run = await following.send()
      await use(await giveContentOf(app, user, text('Something else')))
      await deleteMedia(user, mediaId)
      return run
    },
  }
}

test.each<[string, (mediaId: string) => Content]>([
  [
    'the picture that WhatsApp gets',
    (mediaId) => {
      const whatsapp = { kind: 'media' as const, text: 'Sunday', media: [{ mediaId }] }
      return { ...text('Sunday'), overrides: { whatsapp } }
    },
  ],
  [
    'the picture of its link card',
    (mediaId) => ({ ...text('Sunday'), linkCard: { title: 'The plan', mediaId } }),
  ],
])('a failed text on Telegram can be retried after %s was deleted', async (_, contentOf) => {
  const { app, user, sandbox, seen, sendAndDelete } = await openWithFile(contentOf)
  await sandbox.chaos({ method: 'sendMessage', fault: 'refuse', when: 'before', next: 1 })
  await sendAndDelete()
  const { rows } = await app.pool.query(`select id from deliveries where status = 'failed'`)
  await retryDelivery(user, rows[0].id)
  await vi.waitUntil(async () => (await seen()).length > 0, 10_000)
  expect(await seen()).toEqual(['Sunday'])
})

test('the caption of a sent photo can be corrected after the photo was deleted from the library', async () => {
  const { user, idle, seen, settled, sendAndDelete } = await openWithFile((mediaId) => ({
    kind: 'media',
    text: 'Sunday at nine',
    media: [{ mediaId }],
  }))
  const run = await sendAndDelete()
  for (const words of ['Sunday at ten', 'Sunday at noon']) {
    const { contents } = await readSent(user, run)
    await editSent(user, run, { content: { ...contents[0]!.content, text: words } })
    await idle()
    await settled(run)
    expect(await seen()).toEqual([`${words} edited`])
  }
})

import type { Content, ContentInput } from '@carillon/contract/content/content'
import { Content as ContentSchema } from '@carillon/contract/schemas/content'
import { messageInput } from '../../test/message-input.ts'
import { openFollowing } from '../../test/follow-ups.ts'
import { giveFile, createPosting } from '../../test/posting.ts'
import { expect, test } from '../../test/test-app.ts'
import { forgetContents } from '../content/actions.ts'
import { days } from '../platform/clock.ts'
import { createMessage, readMessage, updateMessage } from './actions.ts'
import { listVersions } from './versions.ts'

const words = (text: string): Content => ({ kind: 'text', text })

test('what a message says, said, and was saved with is told, the newest first, each with its runs', async () => {
  const following = await openFollowing({ groups: 2, content: words('At seven') })
  const { app, user, id, groupIds, send } = following
  async function say(content: Content) {
    app.clock.advance(1_000)
    const { rev, kind, schedule } = await readMessage(user, user, id)
    await updateMessage(user, id, {
      rev,
      kind,
      schedule: schedule!,
      groupIds,
      content,
      catchUpMinutes: 15,
      onUnconfirmed: 'ask',
      overlap: 'skip',
      pauseAfterFailures: 5,
      status: 'active',
    })
  }
  await send()
  await send()
  await say(words('At eight'))
  await send()
  // Said by no run.
  await say(words('At nine'))
  await say(words('At nine sharp'))
  await say(words('At ten'))
  const { items } = await listVersions(user, id)
  expect(items).toMatchObject([
    { content: words('At ten'), isCurrent: true, runs: 0, lastRunAt: null },
    { content: words('At nine sharp'), isCurrent: false, runs: 0, lastRunAt: null },
    { content: words('At nine'), isCurrent: false, runs: 0, lastRunAt: null },
    { content: words('At eight'), isCurrent: false, runs: 1, lastRunAt: expect.any(String) },
    { content: words('At seven'), isCurrent: false, runs: 2 },
  ])
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )

  // A version that was never sent is kept for a week, one that a run sent as long as the run.
  app.clock.advance(days(6))
  await forgetContents(app.ctx, new AbortController().signal)
  expect((await listVersions(user, id)).items).toHaveLength(5)
  app.clock.advance(days(2))
  await forgetContents(app.ctx, new AbortController().signal)
  const left = (await listVersions(user, id)).items
  expect(left.map(({ content }) => content.text)).toEqual(['At ten', 'At eight', 'At seven'])

  const stranger = await app.person()
  await expect(listVersions(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(listVersions(user, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
})

test('saving a message without a change of its content makes no version', async ({ app }) => {
  const { user, groupIds } = await createPosting(app)
  const mediaId = await giveFile(app, user)
  const unchanged: ContentInput[] = [
    { text: 'Words' },
    { buttons: [[{ url: 'https://example.org', text: 'Open' }]], text: 'With a button' },
    { media: [{ mediaId }], text: 'With a photo' },
    { media: [{ mediaId, spoiler: false }], overrides: { whatsapp: { media: [{ mediaId }] } } },
    { poll: { question: 'Who comes?', options: ['I do', 'Not I'] }, media: [] },
  ]
  for (const input of unchanged) {
    const content = ContentSchema.parse(input)
    const sent = messageInput(groupIds, { status: 'draft', content })
    const { id, rev } = await createMessage(user, sent)
    await updateMessage(user, id, { ...sent, rev })
    expect.soft((await listVersions(user, id)).items).toHaveLength(1)
  }
  const changed = ContentSchema.parse({ media: [{ mediaId }] })
  const draft = messageInput(groupIds, { status: 'draft', content: changed })
  const { id, rev } = await createMessage(user, draft)
  const covered = ContentSchema.parse({ media: [{ mediaId, spoiler: true }] })
  await updateMessage(user, id, { ...draft, content: covered, rev })
  expect((await listVersions(user, id)).items).toHaveLength(2)
})

import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { messageInput } from '../../test/drafting.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { giveFile, givePosting } from '../../test/posting.ts'
import { contentData } from '../content/actions.ts'
import { deleteMedia, mediaData } from '../media/actions.ts'
import { retryDelivery } from '../deliveries/api.ts'
import { minutes } from '../platform/clock.ts'
import { createMessage, readMessage, sendMessageNow, updateMessage } from './actions.ts'
import { listMessages } from './list.ts'

/** A message as a client sends it. */
const input = (groupIds: string[], content: ContentInput, status: 'draft' | 'active' = 'active') =>
  MessageInput.parse({ ...messageInput(groupIds, { status }), content })

/** A person with a group, and files in their library; `theirs` is in that of somebody else. */
async function open(app: TestApp) {
  const { user, groupIds } = await givePosting(app)
  const photo = await giveFile(app, user)
  const video = await giveFile(app, user, { kind: 'video' })
  const paper = await giveFile(app, user, { kind: 'document' })
  const theirs = await giveFile(app, await app.person())
  return { user, groupIds, photo, video, paper, theirs }
}

test('what a message has says what it is: a file, an album, a poll, buttons', async ({ app }) => {
  const { user, groupIds, photo, video } = await open(app)
  const create = async (content: ContentInput) =>
    (await createMessage(user, input(groupIds, content))).content
  const media = [{ mediaId: photo, spoiler: true }]
  expect(await create({ text: 'Look', media, options: { captionAbove: true } })).toEqual({
    kind: 'media',
    text: 'Look',
    media: [{ mediaId: photo, spoiler: true, kind: 'photo' }],
    options: { captionAbove: true },
  })
  expect(await create({ media: [{ mediaId: photo }, { mediaId: video }] })).toMatchObject({
    kind: 'album',
    text: '',
    media: [{ kind: 'photo' }, { kind: 'video' }],
  })
  const poll = { question: 'Shall we?', options: ['Yes', 'No'], anonymous: false }
  expect(await create({ poll })).toEqual({ kind: 'poll', text: '', poll })
  const buttons = [[{ text: 'Plan', url: 'https://example.org' }]]
  expect(await create({ text: 'Look', buttons })).toEqual({ kind: 'text', text: 'Look', buttons })
  const linkCard = { title: 'The plan', description: 'All of it', mediaId: photo }
  expect(await create({ text: 'https://example.org', linkCard })).toEqual({
    kind: 'text',
    text: 'https://example.org',
    linkCard,
  })
})

const button = (url: string) => ({ text: 'Look', buttons: [[{ text: 'Plan', url }]] })
const card = (more: object) => ({
  text: 'https://example.org',
  linkCard: { title: 'The plan', ...more },
})
const asks = (question: string, ...options: string[]) => ({ poll: { question, options } })
type Files = Awaited<ReturnType<typeof open>>

test.for<[string, (files: Files) => ContentInput, string, RegExp]>([
  [
    'a text of 4,097',
    () => ({ text: 'x'.repeat(4_097) }),
    'text',
    /at most 4,096 characters; these are 4,097/,
  ],
  [
    'a caption of 1,025',
    ({ photo }) => ({ text: 'x'.repeat(1_025), media: [{ mediaId: photo }] }),
    'text',
    /at most 1,024 characters with files; these are 1,025/,
  ],
  [
    'a text of 4,097 after a file',
    ({ photo }) => ({
      text: 'x'.repeat(4_097),
      media: [{ mediaId: photo }],
      options: { textAfter: true },
    }),
    'text',
    /at most 4,096 characters; these are 4,097/,
  ],
  [
    'no text after a file',
    ({ photo }) => ({ media: [{ mediaId: photo }], options: { textAfter: true } }),
    'text',
    /Write the text that goes after the files/,
  ],
  [
    'a document among photos',
    ({ photo, paper }) => ({ media: [{ mediaId: photo }, { mediaId: paper }] }),
    'media.1',
    /no document together with photos and videos/,
  ],
  [
    'buttons below an album',
    ({ photo, video }) => ({
      ...button('https://example.org'),
      media: [{ mediaId: photo }, { mediaId: video }],
    }),
    'buttons',
    /no buttons below an album/,
  ],
  [
    'a poll with one answer',
    () => asks('Shall we?', 'Yes'),
    'poll.options',
    /at least two answers/,
  ],
  [
    'a poll without a question',
    () => asks(' ', 'Yes', 'No'),
    'poll.question',
    /Write the question/,
  ],
  ['an empty answer', () => asks('Shall we?', 'Yes', ' '), 'poll.options.1', /Write this answer/],
  [
    'an answer of 101',
    () => asks('Shall we?', 'Yes', 'x'.repeat(101)),
    'poll.options.1',
    /101 characters long, and Telegram accepts 100/,
  ],
  ['a button to http', () => button('http://example.org'), 'buttons.0.0.url', /begins with https/],
  ['a button to nowhere', () => button('https://'), 'buttons.0.0.url', /begins with https/],
  [
    'a video beside a link',
    ({ video }) => card({ mediaId: video }),
    'linkCard.mediaId',
    /Only a photo can stand beside a link/,
  ],
  [
    'a picture of somebody else beside a link',
    ({ theirs }) => card({ mediaId: theirs }),
    'linkCard.mediaId',
    /not in your library any more/,
  ],
  [
    'a variable that there is not, beside a link',
    () => card({ title: 'For {{nobody}}' }),
    'linkCard.title',
    /There is no {{nobody}}/,
  ],
  [
    'a file of somebody else',
    ({ theirs }) => ({ media: [{ mediaId: theirs }] }),
    'media.0',
    /not in your library any more/,
  ],
])('%s is refused at its field, in words', async ([, content, path, message], { app }) => {
  const files = await open(app)
  await expect(
    createMessage(files.user, input(files.groupIds, content(files))),
  ).rejects.toMatchObject({
    code: 'invalid',
    extra: {
      details: [{ path: `content.${path}`, message: expect.stringMatching(message) }],
    },
  })
})

test.for<[string, unknown, RegExp]>([
  [
    'eleven files',
    { media: Array.from({ length: 11 }, () => ({ mediaId: crypto.randomUUID() })) },
    /at most 10 files/,
  ],
  [
    'thirteen answers',
    asks('Which?', ...Array.from({ length: 13 }, (_, n) => `${n}`)),
    /at most 12/,
  ],
  ['a link card without a title', card({ title: ' ' }), /Write the title of the link preview/],
  ['a title of 151', card({ title: 'x'.repeat(151) }), /at most 150 characters/],
  ['a description of 301', card({ description: 'x'.repeat(301) }), /at most 300 characters/],
  [
    'a poll with a file',
    { ...asks('Which?', 'A', 'B'), media: [{ mediaId: crypto.randomUUID() }] },
    /A poll has no files/,
  ],
  [
    'a kind that there is not',
    { kind: 'sticker', text: '' },
    /There are: text, media, album, poll/,
  ],
  ['nothing', undefined, /There are: text, media, album, poll/],
])('%s is refused before anything is looked at', ([, content, message]) => {
  const parsed = MessageInput.safeParse({ kind: 'scheduled', status: 'draft', content })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([
    expect.stringMatching(message),
  ])
})

test('an emoji is never cut: what is too long by half of one is refused', async ({ app }) => {
  const { user, groupIds, photo } = await open(app)
  const family = '👨‍👩‍👧‍👦'
  const fits = family.repeat(93) + 'x'
  const content = (text: string) => ({ text, media: [{ mediaId: photo }] })
  const kept = await createMessage(user, input(groupIds, content(fits)))
  expect(kept.content.text).toBe(fits)
  await expect(createMessage(user, input(groupIds, content(fits + family)))).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('a draft may be incomplete, but names no file that is not there', async ({ app }) => {
  const { user, groupIds, photo, paper } = await open(app)
  const draft = (content: ContentInput) => createMessage(user, input(groupIds, content, 'draft'))
  await draft({ media: [{ mediaId: photo }, { mediaId: paper }] })
  await draft(asks('', 'Yes'))
  const noPicture = { linkCard: { title: 'The plan', mediaId: crypto.randomUUID() } }
  await expect(draft({ text: '', ...noPicture })).rejects.toMatchObject({
    extra: { details: [{ path: 'content.linkCard.mediaId' }] },
  })
  await expect(draft({ media: [{ mediaId: crypto.randomUUID() }] })).rejects.toMatchObject({
    extra: { details: [{ path: 'content.media.0' }] },
  })
})

test('a file stays while a message is to send it, and the export and a deletion know it', async ({
  app,
}) => {
  const { user, groupIds, photo, video, theirs } = await open(app)
  const beside = await giveFile(app, user)
  const plan = card({ mediaId: beside })
  const linked = await createMessage(
    user,
    input(groupIds, { text: 'Hello', overrides: { whatsapp: plan } }),
  )
  await expect(deleteMedia(user, beside)).rejects.toMatchObject({ code: 'conflict' })
  await updateMessage(user, linked.id, {
    ...input(groupIds, { text: 'No link.' }),
    rev: linked.rev,
  })
  await deleteMedia(user, beside)

  const message = await createMessage(user, input(groupIds, { media: [{ mediaId: photo }] }))
  await expect(deleteMedia(user, photo)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/is still to be sent/),
  })
  // What an older version says is not sent any more.
  const { rev } = message
  await updateMessage(user, message.id, { ...input(groupIds, { text: 'Now a text.' }), rev })
  await deleteMedia(user, photo)
  await deleteMedia(user, video)

  const said: unknown[] = []
  for await (const page of contentData.export(app.ctx, user.user.id)) {
    said.push(...page.map(({ body }) => body))
  }
  expect(said).toContainEqual({
    kind: 'media',
    text: '',
    media: [{ mediaId: photo, kind: 'photo' }],
  })
  const whatsapp = { kind: 'text', ...plan }
  expect(said).toContainEqual({ kind: 'text', text: 'Hello', overrides: { whatsapp } })
  await app.pool.query('delete from messages')
  await contentData.erase(app.ctx, user.user.id)
  await mediaData.erase(app.ctx, user.user.id)
  const { rows } = await app.pool.query(
    'select id from media union all select media_id from media_uses',
  )
  expect(rows).toEqual([{ id: theirs }])
})

test('what is on its way keeps its file, and what was sent can lose it, and says so', async ({
  app,
}) => {
  const { user, groupIds, photo } = await open(app)
  const { id } = await createMessage(user, input(groupIds, { media: [{ mediaId: photo }] }))
  await sendMessageNow(user, id)
  await app.pool.query(`update messages set status = 'failed'`)
  await expect(deleteMedia(user, photo)).rejects.toMatchObject({ code: 'conflict' })

  const { rows } = await app.pool.query<{ id: string }>(
    `update deliveries set status = 'failed', code = 'unknown', reason = 'Refused.' returning id`,
  )
  await app.pool.query(`update occurrences set failed = 1, status = 'failed', finished_at = due_at`)
  await app.pool.query(`update messages set status = 'failed'`)
  await deleteMedia(user, photo)
  await expect(retryDelivery(user, rows[0]!.id)).rejects.toThrow(
    'A file of it was deleted, so it cannot be sent again.',
  )
  await expect(sendMessageNow(user, id)).rejects.toMatchObject({
    extra: { details: [{ path: 'content.media.0' }] },
  })
  app.clock.advance(minutes(3))
  await app.runJobs()
  expect((await app.pool.query('select 1 from media where id = $1', [photo])).rows).toEqual([])
  expect((await readMessage(user, user, id)).content).toMatchObject({
    media: [{ mediaId: photo, kind: 'photo' }],
  })
})

test('a file is not deleted while its message is being made to send it again', async ({ app }) => {
  const { user, groupIds, photo } = await open(app)
  const content = { media: [{ mediaId: photo }] }
  const { id, rev } = await createMessage(user, input(groupIds, content))
  await app.pool.query(`update messages set status = 'canceled'`)
  const saved = updateMessage(user, id, { ...input(groupIds, content), rev })
  const both = await Promise.allSettled([saved, deleteMedia(user, photo)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('lists and searches tell of a message without a text what it is', async ({ app }) => {
  const { user, groupIds, photo } = await open(app)
  await createMessage(user, input(groupIds, { media: [{ mediaId: photo }] }))
  await createMessage(user, input(groupIds, asks('Who sings tenor?', 'I', 'Nobody')))
  const found = async (q: string) => (await listMessages(user, { limit: 50, q })).items.length
  expect(await found('TENOR')).toBe(1)
  expect(await found('photo')).toBe(1)
  expect(await found('video')).toBe(0)
  // Also of one with a text.
  await createMessage(user, input(groupIds, { text: 'Look', media: [{ mediaId: photo }] }))
  expect(await found('photo')).toBe(2)
  expect(await found('Poll')).toBe(1)
})

import type { ContentInput } from '@carillon/contract/content/content'
import { MessageInput } from '@carillon/contract/schemas/messages'
import { clientMessage, giveFiles } from '../../test/message.ts'
import { expect, test } from '../../test/test-app.ts'
import { createMessage } from './actions.ts'

const button = (url: string) => ({ text: 'Look', buttons: [[{ text: 'Plan', url }]] })
const card = (more: object) => ({
  text: 'https://example.org',
  linkCard: { title: 'The plan', ...more },
})
const asks = (question: string, ...options: string[]) => ({ poll: { question, options } })
type Files = Awaited<ReturnType<typeof giveFiles>>

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
    ({ foreign }) => card({ mediaId: foreign }),
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
    ({ foreign }) => ({ media: [{ mediaId: foreign }] }),
    'media.0',
    /not in your library any more/,
  ],
])('%s is refused at its field, in words', async ([, content, path, message], { app }) => {
  const files = await giveFiles(app)
  await expect(
    createMessage(files.user, clientMessage(files.groupIds, content(files))),
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
  const { user, groupIds, photo } = await giveFiles(app)
  const family = '👨‍👩‍👧‍👦'
  const fits = family.repeat(93) + 'x'
  const content = (text: string) => ({ text, media: [{ mediaId: photo }] })
  const kept = await createMessage(user, clientMessage(groupIds, content(fits)))
  expect(kept.content.text).toBe(fits)
  await expect(
    createMessage(user, clientMessage(groupIds, content(fits + family))),
  ).rejects.toMatchObject({
    code: 'invalid',
  })
})

test('a draft may be incomplete, but names no file that is not there', async ({ app }) => {
  const { user, groupIds, photo, paper } = await giveFiles(app)
  const draft = (content: ContentInput) =>
    createMessage(user, clientMessage(groupIds, content, 'draft'))
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

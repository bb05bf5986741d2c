import type { ContentInput } from '@carillon/contract/content/content'
import { MediaKind } from '@carillon/contract/schemas/media'

const KINDS = MediaKind.options

/** One of each kind of content with each option, by what it is; `files` are the ids of two files of a kind. */
export function everyContent(
  files: (kind: MediaKind) => readonly [string, string],
): Record<string, ContentInput> {
  const media = (...kinds: MediaKind[]) =>
    kinds.map((kind, n) => ({ mediaId: files(kind)[n % 2]! }))
  const texts: Record<string, ContentInput> = {
    text: { text: 'Hello' },
    'marked text': { text: '*a* _b_ ~c~ __d__ ||e|| `f` [g](https://example.org)\n> h\n{{group}}' },
    'longest text': { text: 'x'.repeat(4096) },
    'longest marked text': { text: `*${'😀'.repeat(2048)}*` },
    'more marks than are kept': { text: '*x* '.repeat(500) },
  }
  const single = Object.fromEntries(
    KINDS.flatMap((kind): [string, ContentInput][] => [
      [kind, { media: media(kind) }],
      [`${kind} with the longest caption`, { media: media(kind), text: 'y'.repeat(1024) }],
      [`covered ${kind}`, { media: [{ ...media(kind)[0]!, spoiler: true }] }],
      [
        `${kind} below its text`,
        { media: media(kind), text: 'z', options: { captionAbove: true } },
      ],
    ]),
  )
  const albums = Object.fromEntries(
    KINDS.flatMap((first) => KINDS.map((second) => [first, second] as const)).map(
      ([first, second]): [string, ContentInput] => [
        `album of ${first} and ${second}`,
        { media: media(first, second), text: 'Both' },
      ],
    ),
  )
  const question = { question: 'Shall we?', options: ['Yes', 'No'] }
  const many = Array.from({ length: 12 }, (_, n) => `${n} ${'o'.repeat(97)}`)
  const polls: Record<string, ContentInput> = {
    poll: { poll: question },
    'open poll': { poll: { ...question, anonymous: false } },
    'poll with several answers': { poll: { ...question, multiple: true } },
    'largest poll': { poll: { question: 'q'.repeat(300), options: many } },
    'largest short poll': { poll: { question: 'q'.repeat(255), options: many.slice(0, 10) } },
  }
  const optional = Object.entries({ ...texts, ...single, ...polls }).filter(([name]) =>
    ['text', 'photo', 'voice', 'poll'].includes(name),
  )
  const row = [{ text: 'Open', url: 'https://example.org/a?b=c' }]
  const extras = Object.entries({
    silent: { options: { silent: true } },
    protected: { options: { protect: true } },
    'without preview': { options: { linkPreview: 'off' as const } },
    pinned: { options: { pin: 'notify' as const } },
    'deleted later': { options: { deleteAfterMinutes: 60 } },
    'a button': { buttons: [row] },
    'many buttons': { buttons: Array.from({ length: 4 }, () => [...row, ...row]) },
  })
  const options = Object.fromEntries(
    optional.flatMap(([name, content]) =>
      extras.map(([what, more]) => [`${name}, ${what}`, { ...content, ...more }] as const),
    ),
  )
  const pinned = { options: { pin: 'silent' as const } }
  return {
    ...texts,
    ...single,
    ...albums,
    'largest album': {
      media: Array.from({ length: 10 }, (_, n) => media('photo', 'video')[n % 2]!),
    },
    'album, pinned': { media: media('photo', 'photo'), ...pinned },
    ...polls,
    ...options,
  }
}

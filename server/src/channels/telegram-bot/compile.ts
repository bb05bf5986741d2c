import {
  type AlbumContent,
  BUTTON_URL_WRONG,
  isButtonUrl,
  type LinkButton,
  type MediaContent,
  type MediaItem,
  type Poll,
  POLL_OPTIONS_MIN,
  type PollContent,
  TELEGRAM_ANSWER_MAX,
  TELEGRAM_QUESTION_MAX,
} from '@carillon/contract/content/content'
import {
  TELEGRAM_CAPTION_MAX,
  TELEGRAM_TEXT_MAX,
  withinEntityLimit,
} from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import type { Resolved } from '@carillon/contract/content/resolve'
import { tooLongWords } from '@carillon/contract/content/too-long'
import type { MediaKind } from '@carillon/contract/media'
import type { Compiled, ContentRefusal, RefusedCode } from '../port/sending.ts'
import { MEDIA_NAMES } from '../rules.ts'

/** How long the text of a content may be, in UTF-16 units. */
export const textMaxOf = ({ kind }: Pick<Resolved, 'kind'>): number =>
  kind === 'text' ? TELEGRAM_TEXT_MAX : TELEGRAM_CAPTION_MAX

/** What members will see of a content, by its kind. */
export function compile(content: Resolved): Compiled {
  const compiled = compileKind(content)
  return content.options?.mentionAll
    ? { ...compiled, warnings: [...compiled.warnings, MENTIONS_NOBODY] }
    : compiled
}

const MENTIONS_NOBODY = 'Telegram lets no bot mention all members: it goes without.'

// oxlint-disable-next-line typescript/consistent-return -- every kind of content answers
function compileKind(content: Resolved): Compiled {
  switch (content.kind) {
    case 'text':
      return withRefusals(compileText(content), checkButtons(content.buttons))
    case 'media':
      return withRefusals(compileMedia(content), checkButtons(content.buttons))
    case 'album':
      return withRefusals(compileMedia(content), checkAlbum(content))
    case 'poll':
      return compilePoll(content)
  }
}

const refusal = (field: string, code: RefusedCode, reason: string): ContentRefusal => ({
  field,
  code,
  reason,
})

const withRefusals = (compiled: Compiled, refusals: ContentRefusal[]): Compiled => ({
  ...compiled,
  refusals: [...compiled.refusals, ...refusals],
})

/**
 * Text and entities, never a parse mode: then Telegram never takes a character
 * for markup. The text is trimmed as Telegram trims it, so that what we count
 * and show is what arrives.
 */
function compileText(content: Resolved): Compiled {
  const { rich, dropped } = withinEntityLimit(trimmed(parse(content.text, content.values)))
  const warnings =
    dropped > 0
      ? [`Telegram shows at most 100 formatted places in one message; ${dropped} will be plain.`]
      : []
  return { text: rich.text, entities: rich.entities, warnings, refusals: checkText(content, rich) }
}

function checkText(content: Resolved, { text }: { text: string }): ContentRefusal[] {
  if (text === '') {
    return content.kind === 'text'
      ? [refusal('text', 'text_empty', 'There is no text to send.')]
      : []
  }
  const max = textMaxOf(content)
  const { length } = text
  if (length <= max) return []
  const withFiles = content.kind !== 'text'
  const words = tooLongWords({ network: 'Telegram', length, max, withFiles })
  return [refusal('text', 'text_too_long', words)]
}

const VISUAL = new Set<MediaKind | undefined>(['photo', 'video', 'animation'])

/** Compiles files and their caption, with what Telegram refuses or ignores for this kind. */
function compileMedia(content: MediaContent | AlbumContent): Compiled {
  const compiled = compileText(content)
  const plain = content.media.filter(({ kind }) => kind && !VISUAL.has(kind))
  const warnings = [
    ...compiled.warnings,
    ...(plain.some(({ spoiler }) => spoiler)
      ? ['Telegram covers photos, videos and animations only; the other files are shown.']
      : []),
    ...(content.options?.captionAbove && plain.length > 0
      ? ['Telegram puts the text above photos, videos and animations only.']
      : []),
  ]
  return { ...compiled, warnings }
}

/** An album has photos and videos, or only documents, or only music; nothing else. */
function checkAlbum({ media, buttons }: AlbumContent): ContentRefusal[] {
  const first = familyOf(media.find(({ kind }) => familyOf(kind))?.kind)
  const found = media.flatMap(({ kind }: MediaItem, index) => {
    if (!kind) return []
    const family = familyOf(kind)
    if (family && family === first) return []
    const name = MEDIA_NAMES[kind]
    const why = family
      ? `Telegram shows no ${name} together with ${FAMILIES[first!]}.`
      : `Telegram shows no ${name} in an album.`
    return [refusal(`media.${index}`, 'bad_album', `${why} Send it in a message of its own.`)]
  })
  if (!buttons?.length) return found
  const reason = 'Telegram shows no buttons below an album. Remove them, or send one file.'
  return [...found, refusal('buttons', 'bad_album', reason)]
}

const FAMILIES = { visual: 'photos and videos', document: 'documents', audio: 'music' } as const

function familyOf(kind: MediaKind | undefined): keyof typeof FAMILIES | undefined {
  if (kind === 'photo' || kind === 'video') return 'visual'
  return kind === 'document' || kind === 'audio' ? kind : undefined
}

function compilePoll({ text, poll, buttons }: PollContent): Compiled {
  const above =
    text.trim() === ''
      ? []
      : [
          refusal(
            'text',
            'bad_poll',
            'Telegram shows no text with a poll. Send it before the poll.',
          ),
        ]
  const refusals = [...above, ...checkPoll(poll), ...checkButtons(buttons)]
  return { text: poll.question.trim(), entities: [], warnings: [], refusals }
}

function checkPoll({ question, options }: Poll): ContentRefusal[] {
  const bad = (field: string, reason: string) => refusal(`poll.${field}`, 'bad_poll', reason)
  const asked = question.trim()
  return [
    ...(asked === '' ? [bad('question', 'Write the question of the poll.')] : []),
    ...(asked.length > TELEGRAM_QUESTION_MAX
      ? [bad('question', tooLong(asked, TELEGRAM_QUESTION_MAX))]
      : []),
    ...(options.length < POLL_OPTIONS_MIN
      ? [bad('options', 'Give a poll at least two answers.')]
      : []),
    ...options.flatMap((one, index) => {
      const option = one.trim()
      if (option === '') return [bad(`options.${index}`, 'Write this answer, or remove it.')]
      return option.length > TELEGRAM_ANSWER_MAX
        ? [bad(`options.${index}`, tooLong(option, TELEGRAM_ANSWER_MAX))]
        : []
    }),
  ]
}

const tooLong = (text: string, most: number) =>
  `This is ${text.length} characters long, and Telegram accepts ${most}.`

const checkButtons = (rows: LinkButton[][] = []): ContentRefusal[] =>
  rows.flatMap((row, y) =>
    row.flatMap(({ text, url }, x) => [
      ...(text.trim() === ''
        ? [refusal(`buttons.${y}.${x}.text`, 'bad_button', 'Write what stands on the button.')]
        : []),
      ...(isButtonUrl(url)
        ? []
        : [refusal(`buttons.${y}.${x}.url`, 'bad_button', BUTTON_URL_WRONG)]),
    ]),
  )

function trimmed({ text, entities }: ReturnType<typeof parse>): ReturnType<typeof parse> {
  const start = text.length - text.trimStart().length
  const end = Math.max(text.trimEnd().length, start)
  if (start === 0 && end === text.length) return { text, entities }
  const kept = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: kept }
}

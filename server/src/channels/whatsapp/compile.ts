import type { MediaItem, Poll } from '@carillon/contract/content/content'
import { parse } from '@carillon/contract/content/markup'
import type { Resolved } from '@carillon/contract/content/resolve'
import { firstAddress } from '@carillon/contract/content/signs'
import { tooLongWords } from '@carillon/contract/content/too-long'
import { shownOnWhatsapp } from '@carillon/contract/content/whatsapp'
import type { Compiled, ContentRefusal, RefusedCode } from '../port/sending.ts'
import { MEDIA_NAMES } from '../rules.ts'
import { warningsOf, withSigns } from './signs.ts'

/** WhatsApp shows at most so many characters of a message; it cuts longer ones. */
export const TEXT_MAX = 65_536

/** Bounds of a poll in WhatsApp's own apps. */
const QUESTION_MAX = 255
const OPTIONS_MIN = 2
const OPTIONS_MAX = 12
const OPTION_MAX = 100

/** Compiles a content to what members will see. WhatsApp's formatting signs are part of the text. */
export function compile(content: Resolved): Compiled {
  const rich = parse(content.text, content.values)
  const hasText = content.kind !== 'poll' && !isSound(content)
  const rendered = shownOnWhatsapp(rich, hasText ? content.buttons : [])
  // A text that is too long is refused anyway, and adding signs to a megabyte takes seconds.
  const { text } = rendered.text.length > TEXT_MAX ? rendered : withSigns(rendered)
  const warnings = [...warningsOf(rich.entities), ...buttonless(content, hasText)]
  const refusals = [
    ...checkText(content, text),
    ...(content.kind === 'poll' ? checkPoll(content.poll) : []),
    ...(content.kind === 'album' ? checkAlbum(content.media) : []),
  ]
  const shown = content.kind === 'poll' ? content.poll.question.trim() : text
  const linkCard = cardOf(content, rendered.text)
  return {
    text: shown,
    entities: [],
    ...(linkCard ? { linkCard } : {}),
    warnings: [...warnings, ...unheeded(content, linkCard !== undefined)],
    refusals,
  }
}

/** The card of a link: phones show one only above a text that goes without files. */
function cardOf({ kind, linkCard, options }: Resolved, text: string): Compiled['linkCard'] {
  if (kind !== 'text' || !linkCard || options?.linkPreview === 'off') return undefined
  const url = firstAddress(text)
  if (url === undefined) return undefined
  const { title, description, mediaId } = linkCard
  return {
    url,
    title,
    ...(description ? { description } : {}),
    ...(mediaId === undefined ? {} : { mediaId }),
  }
}

function checkText(content: Resolved, text: string): ContentRefusal[] {
  if (content.kind === 'poll') {
    return text === ''
      ? []
      : [
          refusal(
            'text',
            'bad_poll',
            'WhatsApp shows no text with a poll. Send it before the poll.',
          ),
        ]
  }
  if (text === '' && content.kind === 'text') {
    return [refusal('text', 'text_empty', 'There is no text to send.')]
  }
  if (text !== '' && isSound(content)) {
    const reason = 'WhatsApp shows no text with sound. Send it in a message of its own.'
    return [refusal('text', 'bad_media', reason)]
  }
  const { length } = text
  if (length <= TEXT_MAX) return []
  const words = tooLongWords({ network: 'WhatsApp', length, max: TEXT_MAX, withFiles: false })
  return [refusal('text', 'text_too_long', words)]
}

/** An album has photos and videos, nothing else. */
const checkAlbum = (media: readonly MediaItem[]): ContentRefusal[] =>
  media.flatMap(({ kind }, index) => {
    if (!kind || kind === 'photo' || kind === 'video') return []
    const reason = `WhatsApp shows only photos and videos together. Send the ${MEDIA_NAMES[kind]} in a message of its own.`
    return [refusal(`media.${index}`, 'bad_album', reason)]
  })

/** WhatsApp shows no text with it. */
const isSound = (content: Resolved): boolean =>
  content.kind === 'media' && WITHOUT_TEXT.has(content.media[0]?.kind)

const WITHOUT_TEXT = new Set<string | undefined>(['audio', 'voice'])

function checkPoll({ question, options }: Poll): ContentRefusal[] {
  const bad = (field: string, reason: string) => refusal(`poll.${field}`, 'bad_poll', reason)
  const asked = question.trim()
  const texts = options.map((option) => option.trim())
  return [
    ...(asked === '' ? [bad('question', 'Write the question of the poll.')] : []),
    ...(asked.length > QUESTION_MAX ? [bad('question', tooLong(asked, QUESTION_MAX))] : []),
    ...(texts.length < OPTIONS_MIN ? [bad('options', 'Give a poll at least two answers.')] : []),
    ...(texts.length > OPTIONS_MAX
      ? [bad('options', `WhatsApp takes at most ${OPTIONS_MAX} answers.`)]
      : []),
    ...texts.flatMap((option, index) => {
      if (option === '') return [bad(`options.${index}`, 'Write this answer, or remove it.')]
      if (option.length > OPTION_MAX) return [bad(`options.${index}`, tooLong(option, OPTION_MAX))]
      return texts.indexOf(option) < index
        ? [bad(`options.${index}`, 'WhatsApp takes no two answers that are the same.')]
        : []
    }),
  ]
}

const tooLong = (text: string, most: number) =>
  `This is ${text.length} characters long, and WhatsApp accepts ${most}.`

/** Warnings for buttons, which WhatsApp does not have. */
function buttonless({ kind, buttons = [] }: Resolved, hasText: boolean): string[] {
  if (buttons.flat().length === 0) return []
  if (hasText) return ['WhatsApp shows no buttons: their words and addresses stand below the text.']
  return [
    `WhatsApp shows no buttons, and no text with ${kind === 'poll' ? 'a poll' : 'sound'}: they are left out there.`,
  ]
}

/** Warnings for options that WhatsApp ignores. */
function unheeded(content: Resolved, hasCard: boolean): string[] {
  const { options = {} } = content
  const files = content.kind === 'media' || content.kind === 'album' ? content.media : []
  const covered = files.some(({ spoiler }) => spoiler)
  return [
    ...(options.silent ? ['WhatsApp knows no silent messages: phones ring as they are set.'] : []),
    ...(options.protect ? ['WhatsApp lets members forward and save it.'] : []),
    ...(content.kind === 'poll' && content.poll.anonymous !== false
      ? ['WhatsApp knows no anonymous polls: members see who voted for what.']
      : []),
    ...(content.kind === 'poll' && options.mentionAll
      ? ['WhatsApp mentions nobody with a poll.']
      : []),
    ...(content.linkCard && options.linkPreview !== 'off' && !hasCard
      ? ['WhatsApp shows a link preview only above a text that has a link and no files.']
      : []),
    ...(covered ? ['WhatsApp covers no pictures: it is shown at once.'] : []),
  ]
}

const refusal = (field: string, code: RefusedCode, reason: string): ContentRefusal => ({
  field,
  code,
  reason,
})

import type { Poll } from '@carillon/contract/content/content'
import { parse } from '@carillon/contract/content/markup'
import type { Resolved } from '@carillon/contract/content/resolve'
import type { Compiled, ContentRefusal, RefusedCode } from '../port/sending.ts'
import { withSigns } from './signs.ts'

/** WhatsApp shows at most so many characters of a message; it cuts longer ones. */
export const TEXT_MAX = 65_536

/** Bounds of a poll in WhatsApp's own apps. */
const QUESTION_MAX = 255
const OPTIONS_MIN = 2
const OPTIONS_MAX = 12
const OPTION_MAX = 100

/** What members will see of a content: WhatsApp's signs stand in the text itself. */
export function compile(content: Resolved): Compiled {
  const { text, warnings } = withSigns(trimmed(parse(content.text, content.values)))
  const refusals = [
    ...checkText(content, text),
    ...(content.kind === 'poll' ? checkPoll(content.poll) : []),
    ...(content.kind === 'album'
      ? [refusal('media', 'bad_album', 'WhatsApp gets one file in a message. Send one file.')]
      : []),
    ...(content.buttons?.length
      ? [
          refusal(
            'buttons',
            'unsupported',
            'WhatsApp shows no buttons. Put the address in the text.',
          ),
        ]
      : []),
  ]
  const shown = content.kind === 'poll' ? content.poll.question.trim() : text
  return { text: shown, entities: [], warnings: [...warnings, ...unheeded(content)], refusals }
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
  if (text !== '' && content.kind === 'media' && WITHOUT_TEXT.has(content.media[0]?.kind)) {
    const reason = 'WhatsApp shows no text with sound. Send it in a message of its own.'
    return [refusal('text', 'bad_media', reason)]
  }
  const over = text.length - TEXT_MAX
  if (over <= 0) return []
  const more = over === 1 ? '1 character longer' : `${over} characters longer`
  return [
    refusal(
      'text',
      'text_too_long',
      `The text is ${more} than the ${TEXT_MAX} that WhatsApp shows.`,
    ),
  ]
}

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
    ...texts.flatMap((option, place) => {
      if (option === '') return [bad(`options.${place}`, 'Write this answer, or remove it.')]
      if (option.length > OPTION_MAX) return [bad(`options.${place}`, tooLong(option, OPTION_MAX))]
      return texts.indexOf(option) < place
        ? [bad(`options.${place}`, 'WhatsApp takes no two answers that are the same.')]
        : []
    }),
  ]
}

const tooLong = (text: string, most: number) =>
  `This is ${text.length} characters long, and WhatsApp accepts ${most}.`

/** What was asked for and WhatsApp does not do. */
function unheeded(content: Resolved): string[] {
  const { options = {} } = content
  const covered = content.kind === 'media' && content.media.some(({ spoiler }) => spoiler)
  return [
    ...(options.silent ? ['WhatsApp knows no silent messages: phones ring as they are set.'] : []),
    ...(options.protect ? ['WhatsApp lets members forward and save it.'] : []),
    ...(content.kind === 'poll' && content.poll.anonymous !== false
      ? ['WhatsApp knows no anonymous polls: members see who voted for what.']
      : []),
    ...(covered ? ['WhatsApp covers no pictures: it is shown at once.'] : []),
  ]
}

const refusal = (field: string, code: RefusedCode, reason: string): ContentRefusal => ({
  field,
  code,
  reason,
})

function trimmed({ text, entities }: ReturnType<typeof parse>): ReturnType<typeof parse> {
  const start = text.length - text.trimStart().length
  const end = Math.max(text.trimEnd().length, start)
  const kept = entities.flatMap((entity) => {
    const from = Math.max(entity.offset, start)
    const to = Math.min(entity.offset + entity.length, end)
    return to > from ? [{ ...entity, offset: from - start, length: to - from }] : []
  })
  return { text: text.slice(start, end), entities: kept }
}

import { channelFacts, networkOf } from '@carillon/contract/channels'
import { TELEGRAM_ANSWER_MAX, TELEGRAM_QUESTION_MAX } from '@carillon/contract/content/content'
import { TELEGRAM_CAPTION_MAX, TELEGRAM_TEXT_MAX } from '@carillon/contract/content/entities'
import type { ChannelKind } from '@carillon/contract/config'

/** What a network takes of a text. */
export type Network = {
  id: 'telegram' | 'whatsapp'
  name: string
  /** UTF-16 units of the text after its markup is read. */
  textMax: number
  /** The same of a text below files. */
  captionMax: number
  /** The same of the question and of one answer of a poll. */
  questionMax: number
  answerMax: number
}

const telegram: Network = {
  id: 'telegram',
  name: 'Telegram',
  textMax: TELEGRAM_TEXT_MAX,
  captionMax: TELEGRAM_CAPTION_MAX,
  questionMax: TELEGRAM_QUESTION_MAX,
  answerMax: TELEGRAM_ANSWER_MAX,
}

// WhatsApp shows at most 65,536 characters, and of a poll 255 and 100.
const whatsapp: Network = {
  id: 'whatsapp',
  name: 'WhatsApp',
  textMax: 65_536,
  captionMax: 65_536,
  questionMax: 255,
  answerMax: 100,
}

/** The networks behind channels, each once; with none, the one that every server has. */
export function networksOf(channels: readonly ChannelKind[]): Network[] {
  const ids = new Set(channels.map((channel) => networkOf(channelFacts[channel])))
  const used = [telegram, whatsapp].filter(({ id }) => ids.has(id))
  return used.length > 0 ? used : [telegram]
}

/** A network by its name in contents. */
export const networkNamed = (id: Network['id']): Network =>
  id === 'telegram' ? telegram : whatsapp

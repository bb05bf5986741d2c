import { channelFacts } from '@carillon/contract/channels'
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
}

const telegram: Network = {
  id: 'telegram',
  name: 'Telegram',
  textMax: TELEGRAM_TEXT_MAX,
  captionMax: TELEGRAM_CAPTION_MAX,
}

// WhatsApp shows at most 65,536 characters.
const whatsapp: Network = { id: 'whatsapp', name: 'WhatsApp', textMax: 65_536, captionMax: 65_536 }

/** The networks behind channels, each once; with none, the one that every server has. */
export function networksOf(channels: readonly ChannelKind[]): Network[] {
  const names = new Set(channels.map((channel) => channelFacts[channel].network))
  const used = [telegram, whatsapp].filter(({ name }) => names.has(name))
  return used.length > 0 ? used : [telegram]
}

import emojis from 'emojibase-data/en/data.json'
import messages from 'emojibase-data/en/messages.json'
import type { EmojiData, SkinTone } from 'frimousse'

/** What phones of 2022 can draw: members with older ones would see a box. */
const VERSION_MAX = 15

/** What asks for a picture, after what is one anyway: it would count as a character. */
const SUPERFLUOUS = /(\p{Emoji_Presentation})\uFE0F/gu

type Tone = Exclude<SkinTone, 'none'>

/** The names of the skin tones. Their numbers in the data begin with 1, in this order. */
const TONES: Tone[] = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']

/** All emoji by category, as the picker reads them. It comes from our own server, so that it works without others. */
export const emojiData: EmojiData = {
  locale: 'en',
  emojis: emojis.flatMap(({ emoji, label, version, group, tags, skins }) =>
    group === undefined || version > VERSION_MAX
      ? []
      : [
          {
            emoji: emoji.replace(SUPERFLUOUS, '$1'),
            label,
            version,
            category: group,
            tags: tags ?? [],
            ...tonesOf(skins),
          },
        ],
  ),
  categories: messages.groups.flatMap(({ key, order, message }) =>
    key === 'component'
      ? []
      : [{ index: order, label: message.replace(/^./, (letter) => letter.toUpperCase()) }],
  ),
  skinTones: Object.fromEntries(
    messages.skinTones.map(({ key, message }) => [key, message]),
  ) as EmojiData['skinTones'],
}

/** Those with one tone each; of two people every pair has its own. */
function tonesOf(skins: { emoji: string; tone?: number | number[] }[] = []) {
  const single = skins.flatMap(({ emoji, tone }) =>
    typeof tone === 'number' ? [[TONES[tone - 1], emoji]] : [],
  )
  return single.length === TONES.length
    ? { skins: Object.fromEntries(single) as Record<Tone, string> }
    : {}
}

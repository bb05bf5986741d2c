import emojis from 'emojibase-data/en/data.json'
import messages from 'emojibase-data/en/messages.json'
import type { EmojiData, SkinTone } from 'frimousse'

/** Phones of 2022 can draw these versions; for newer ones an older phone shows a box. */
const VERSION_MAX = 15

/** A redundant emoji variation selector (U+FE0F): the emoji is a picture without it, and it would count as a character. */
const REDUNDANT_SELECTOR = /(\p{Emoji_Presentation})\uFE0F/gu

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
            emoji: emoji.replace(REDUNDANT_SELECTOR, '$1'),
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

/** The variants of one skin tone each. An emoji of two people has a variant per pair of tones: these are skipped. */
function tonesOf(skins: { emoji: string; tone?: number | number[] }[] = []) {
  const single = skins.flatMap(({ emoji, tone }) =>
    typeof tone === 'number' ? [[TONES[tone - 1], emoji]] : [],
  )
  return single.length === TONES.length
    ? { skins: Object.fromEntries(single) as Record<Tone, string> }
    : {}
}

/** Styles of a range of text; they may be nested in each other and in links and quotes. */
export type Style = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler'

/** One formatted range of a text, as Telegram defines it: `offset` and `length` in UTF-16 units. */
export type Entity = { offset: number; length: number } & (
  | { type: Style | 'code' | 'blockquote' }
  | { type: 'pre'; language?: string }
  | { type: 'text_link'; url: string }
)

/** What a member reads, and how it looks; entities in the order of `inOrder`. */
export type RichText = { text: string; entities: Entity[] }

/**
 * UTF-16 units of a text after parsing. The Bot API documents "1-4096 characters after entities
 * parsing"; its server counts code points, so our limit is never larger than its limit.
 */
export const TELEGRAM_TEXT_MAX = 4096

/** UTF-16 units of the text under a photo, video or document: Bot API, "0-1024 characters after entities parsing". */
export const TELEGRAM_CAPTION_MAX = 1024

/** Most entities of one message; Telegram ignores the others (found by python-telegram-bot). */
export const TELEGRAM_ENTITIES_MAX = 100

/** The length of a text in UTF-16 units, the unit of every limit here. */
export const lengthOf = (text: string): number => text.length

/** Outer before inner: by offset, then the longer first; in the same range quotes, links and code come before styles. */
export const inOrder = (a: Entity, b: Entity): number =>
  a.offset - b.offset || b.length - a.length || ORDER.indexOf(a.type) - ORDER.indexOf(b.type)

const ORDER: Entity['type'][] = [
  'blockquote',
  'pre',
  'code',
  'text_link',
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
]

/**
 * Returns the same text with at most `max` entities. Innermost ones are dropped first, because quotes, code and links
 * carry more meaning than a style inside them; of those, the last in the text. `dropped` is their number.
 */
export function withinEntityLimit(
  rich: RichText,
  max: number = TELEGRAM_ENTITIES_MAX,
): { rich: RichText; dropped: number } {
  const dropped = Math.max(0, rich.entities.length - max)
  if (dropped === 0) return { rich, dropped }

  const byDepth = withDepth(rich.entities).sort(
    (a, b) => a.depth - b.depth || inOrder(a.entity, b.entity),
  )
  const kept = byDepth.slice(0, max).map(({ entity }) => entity)
  return { rich: { text: rich.text, entities: kept.sort(inOrder) }, dropped }
}

/** Each entity with the number of those around it; the list must be in order. */
function withDepth(entities: Entity[]): { entity: Entity; depth: number }[] {
  const ends: number[] = []
  return entities.map((entity) => {
    while ((ends.at(-1) ?? Infinity) <= entity.offset) ends.pop()
    return { entity, depth: ends.push(entity.offset + entity.length) - 1 }
  })
}

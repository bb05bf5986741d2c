import type { Entity, RichText } from '@carillon/contract/content/entities'

/** A stretch of a message: words, or an entity around further stretches. */
export type Stretch = { at: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'entity'; entity: Entity; inside: Stretch[] }
)

/** The text with its entities as a tree; entities come outer before inner and never cross. */
export function stretches({ text, entities }: RichText): Stretch[] {
  return within(text, entities, 0, text.length)
}

function within(text: string, entities: Entity[], from: number, to: number): Stretch[] {
  const [first, ...rest] = entities
  if (!first) return words(text, from, to)
  const end = first.offset + first.length
  const inside = rest.filter((entity) => entity.offset < end)
  const after = rest.filter((entity) => entity.offset >= end)
  return [
    ...words(text, from, first.offset),
    {
      kind: 'entity',
      at: first.offset,
      entity: first,
      inside: within(text, inside, first.offset, end),
    },
    ...within(text, after, isBlock(first) && text[end] === '\n' ? end + 1 : end, to),
  ]
}

const words = (text: string, from: number, to: number): Stretch[] =>
  from < to ? [{ kind: 'text', at: from, text: text.slice(from, to) }] : []

/** Stands on lines of its own, so that the line break after it is not one more. */
const isBlock = ({ type }: Entity) => type === 'blockquote' || type === 'pre'

/** Whether a text is nothing but up to three emoji, which chats show large. */
export const isOnlyEmoji = (text: string): boolean =>
  /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text.trim())

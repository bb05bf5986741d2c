import type { Entity, RichText } from '@carillon/contract/content/entities'

/** A stretch of a message: words, or an entity around further stretches. */
export type Stretch = { at: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'entity'; entity: Entity; inside: Stretch[] }
)

/** What stands on lines of its own; alike lines are equal, wherever they stand in the text. */
export type Row = { text: string; entities: Entity[] }

/** The text line by line, but for what spans lines: that is one row. Each has the line break at its end. */
export function rowsOf({ text, entities }: RichText): Row[] {
  const rows: Row[] = []
  let next = 0
  for (let from = 0; from < text.length;) {
    let to = endOfLine(text, from)
    const inside: Entity[] = []
    for (let entity = entities[next]; entity && entity.offset < to; entity = entities[++next]) {
      inside.push({ ...entity, offset: entity.offset - from })
      to = Math.max(to, endOfLine(text, entity.offset + entity.length))
    }
    rows.push({ text: text.slice(from, to), entities: inside })
    from = to
  }
  return rows
}

const endOfLine = (text: string, from: number): number =>
  text.indexOf('\n', from) + 1 || text.length

/** The text with its entities as a tree; entities come outer before inner and never cross. */
export function stretches({ text, entities }: RichText): Stretch[] {
  return stretchesIn(text, entities, 0, text.length)
}

function stretchesIn(text: string, entities: Entity[], from: number, to: number): Stretch[] {
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
      inside: stretchesIn(text, inside, first.offset, end),
    },
    ...stretchesIn(text, after, isBlock(first) && text[end] === '\n' ? end + 1 : end, to),
  ]
}

const words = (text: string, from: number, to: number): Stretch[] =>
  from < to ? [{ kind: 'text', at: from, text: text.slice(from, to) }] : []

/** Stands on lines of its own, so that the line break after it is not one more. */
const isBlock = ({ type }: Entity) => type === 'blockquote' || type === 'pre'

/** Whether a text is nothing but up to three emoji, which chats show large. */
export const isOnlyEmoji = (text: string): boolean =>
  /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text.trim())

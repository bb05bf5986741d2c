import type { Entity, RichText } from '@carillon/contract/content/entities'

/** The signs that WhatsApp formats by, around the words; what it cannot show is said in the warnings. */
export function withSigns({ text, entities }: RichText): { text: string; warnings: string[] } {
  const opening = new Map<number, string>()
  const closing = new Map<number, string>()
  const add = (at: number, end: number, [before, after]: readonly [string, string]) => {
    opening.set(at, (opening.get(at) ?? '') + before)
    // What begins inside ends inside.
    closing.set(end, after + (closing.get(end) ?? ''))
  }
  for (const entity of entities) {
    const { offset, length } = entity
    const end = offset + length
    if (entity.type === 'blockquote') {
      for (const at of lineStarts(text, offset, end)) add(at, end, ['> ', ''])
    } else add(offset, end, signsOf(entity, text.slice(offset, end)))
  }
  const places = [...new Set([...opening.keys(), ...closing.keys()])].toSorted((a, b) => a - b)
  let said = ''
  let at = 0
  for (const place of places) {
    said += text.slice(at, place) + (closing.get(place) ?? '') + (opening.get(place) ?? '')
    at = place
  }
  return { text: said + text.slice(at), warnings: warningsOf(entities) }
}

function signsOf(entity: Entity, words: string): readonly [string, string] {
  switch (entity.type) {
    case 'bold':
      return ['*', '*']
    case 'italic':
      return ['_', '_']
    case 'strikethrough':
      return ['~', '~']
    case 'code':
      return ['`', '`']
    case 'pre':
      return ['```', '```']
    case 'text_link':
      return ['', bare(words) === bare(entity.url) ? '' : ` (${entity.url})`]
    default:
      return ['', '']
  }
}

/** Whether the words of a link are its address already, as people see it. */
const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

function lineStarts(text: string, from: number, end: number): number[] {
  const starts = [from]
  for (let at = text.indexOf('\n', from); at >= 0 && at < end - 1; at = text.indexOf('\n', at + 1))
    starts.push(at + 1)
  return starts
}

function warningsOf(entities: readonly Entity[]): string[] {
  const has = (type: Entity['type']) => entities.some((entity) => entity.type === type)
  return [
    ...(has('underline') ? ['WhatsApp underlines nothing: those words are plain.'] : []),
    ...(has('spoiler') ? ['WhatsApp covers no text: what you hid can be read at once.'] : []),
    ...(has('text_link') ? ['WhatsApp shows the address of a link after its words.'] : []),
  ]
}

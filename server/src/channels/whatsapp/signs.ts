import type { Entity, RichText } from '@carillon/contract/content/entities'
import { literalSigns } from './literal.ts'

/** Puts WhatsApp's formatting signs around the formatted text. Links were written out before. */
export function withSigns({ text, entities }: RichText): { text: string } {
  const opening = new Map<number, string>()
  const closing = new Map<number, string>()
  const add = (at: number, end: number, [before, after]: readonly [string, string]) => {
    opening.set(at, (opening.get(at) ?? '') + before)
    // An entity that begins inside another one ends inside it.
    closing.set(end, after + (closing.get(end) ?? ''))
  }
  for (const entity of entities) {
    const { offset, length } = entity
    const end = offset + length
    if (entity.type === 'blockquote') {
      for (const at of lineStarts(text, offset, end)) add(at, end, ['> ', ''])
    } else add(offset, end, signsOf(entity))
  }
  const isMarked = (at: number) => Boolean(opening.get(at) || closing.get(at))
  for (const { at, before, after } of literalSigns({ text, entities }, isMarked)) {
    if (before) closing.set(at, (closing.get(at) ?? '') + before)
    if (after) opening.set(at + 1, after + (opening.get(at + 1) ?? ''))
  }
  const boundaries = [...new Set([...opening.keys(), ...closing.keys()])].toSorted((a, b) => a - b)
  let signed = ''
  let at = 0
  for (const boundary of boundaries) {
    signed +=
      text.slice(at, boundary) + (closing.get(boundary) ?? '') + (opening.get(boundary) ?? '')
    at = boundary
  }
  return { text: signed + text.slice(at) }
}

function signsOf({ type }: Entity): readonly [string, string] {
  switch (type) {
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
    default:
      return ['', '']
  }
}

function lineStarts(text: string, from: number, end: number): number[] {
  const starts = [from]
  for (let at = text.indexOf('\n', from); at >= 0 && at < end - 1; at = text.indexOf('\n', at + 1))
    starts.push(at + 1)
  return starts
}

/** Warnings for entities that WhatsApp shows differently, or not at all. */
export function warningsOf(entities: readonly Entity[]): string[] {
  const has = (type: Entity['type']) => entities.some((entity) => entity.type === type)
  return [
    ...(has('underline') ? ['WhatsApp underlines nothing: those words are plain.'] : []),
    ...(has('spoiler') ? ['WhatsApp covers no text: what you hid can be read at once.'] : []),
    ...(has('text_link') ? ['WhatsApp shows the address of a link after its words.'] : []),
  ]
}

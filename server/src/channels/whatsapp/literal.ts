import { addressEnd, charAt, charBefore, isSpace } from '@carillon/contract/content/signs'
import type { Entity, RichText } from '@carillon/contract/content/entities'

// WhatsApp has no escape. It formats between two equal signs that touch words, so the thinnest space separates them.
// Spaces without width are no spaces to some clients.
const HAIR_SPACE = '\u200A'

// Put before a line that would become a quote. It has no width, and is no space.
const WORD_JOINER = '\u2060'

const SIGNS = /[*_~`]/g

/** The sign that marks each entity. */
const MARKS: Readonly<Partial<Record<Entity['type'], string>>> = {
  bold: '*',
  italic: '_',
  strikethrough: '~',
  code: '`',
  pre: '`',
}

/** A sign that is meant literally, and what we put before and after it so that it formats nothing. */
export type Literal = { at: number; before: string; after: string }

/**
 * The formatting signs in the text that are meant literally: the text may contain the name of a group, which is never
 * markup. `isMarked`: whether we put a sign of our own before that character.
 */
export function literalSigns(
  { text, entities }: RichText,
  isMarked: (at: number) => boolean,
): Literal[] {
  const found: Literal[] = []
  const isKept = forwardTest([...verbatim(entities), ...addressesIn(text)])
  const paired = new Set(entities.flatMap(({ type }) => MARKS[type] ?? []))
  let from = 0
  for (const line of text.split('\n')) {
    if (line.startsWith('> ') && !isMarked(from)) {
      found.push({ at: from, before: WORD_JOINER, after: '' })
    }
    for (const { index, 0: sign } of line.matchAll(SIGNS)) {
      const at = from + index
      // The only sign of its kind in its line formats nothing.
      const isAlone = !paired.has(sign) && line.indexOf(sign) === line.lastIndexOf(sign)
      if (isAlone || isKept(at)) continue
      const before = isMarked(at) ? sign : charBefore(line, index)
      const after = isMarked(at + 1) ? sign : charAt(line, index + 1)
      const opens = touches(after) && !isWord(before)
      const closes = touches(before) && !isWord(after)
      if (opens || closes) {
        found.push({ at, before: closes ? HAIR_SPACE : '', after: opens ? HAIR_SPACE : '' })
      }
    }
    from += line.length + 1
  }
  return found
}

type Range = { from: number; to: number }

/** Returns a test whether an offset is in one of the ranges. It must be called with increasing offsets. */
function forwardTest(ranges: Range[]): (at: number) => boolean {
  const sorted = ranges.toSorted((a, b) => a.from - b.from)
  let next = 0
  return (at) => {
    while ((sorted[next]?.to ?? Infinity) <= at) next += 1
    return (sorted[next]?.from ?? Infinity) <= at
  }
}

const verbatim = (entities: readonly Entity[]): Range[] =>
  entities.flatMap(({ type, offset, length }) =>
    type === 'code' || type === 'pre' ? [{ from: offset, to: offset + length }] : [],
  )

/** Addresses: a space in them would break them, and no sign formats there. */
function addressesIn(text: string): Range[] {
  const found: Range[] = []
  for (const { index: colon } of text.matchAll(/:\/\//g)) {
    const to = addressEnd(text, colon, 0)
    if (to !== undefined) found.push({ from: colon, to })
  }
  return found
}

const touches = (char: string) => char !== '' && !isSpace(char)

const isWord = (char: string) => /^[\p{L}\p{N}]$/u.test(char)

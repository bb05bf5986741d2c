import { addressEnd, charAt, charBefore, isSpace } from '@carillon/contract/content/signs'
import type { Entity, RichText } from '@carillon/contract/content/entities'

// WhatsApp has no escape. It formats between two equal signs that touch words, so a space as thin as there is
// keeps them apart; one that is a space to every client, which those of no width are not.
const HAIR_SPACE = '\u200A'

// A line is a quote when it begins so. This has no width, and is no space.
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

/** A sign that is meant as itself, with what stands before and after it so that it stays that. */
export type Literal = { at: number; before: string; after: string }

/**
 * The signs among the words that WhatsApp would format by: words may be the name of a group, which is never
 * markup. `isMarked`: whether a sign of ours stands before the character there.
 */
export function besideWords(
  { text, entities }: RichText,
  isMarked: (at: number) => boolean,
): Literal[] {
  const found: Literal[] = []
  const isKept = inOrderOf([...verbatim(entities), ...addressesIn(text)])
  const paired = new Set(entities.flatMap(({ type }) => MARKS[type] ?? []))
  let from = 0
  for (const line of text.split('\n')) {
    if (line.startsWith('> ') && !isMarked(from)) {
      found.push({ at: from, before: WORD_JOINER, after: '' })
    }
    for (const { index, 0: sign } of line.matchAll(SIGNS)) {
      const at = from + index
      // One that has no other of its kind in its line formats nothing.
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

/** Asked of one place after the other, forwards: whether it lies in one of the ranges. */
function inOrderOf(ranges: Range[]): (at: number) => boolean {
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

/** Addresses would lead elsewhere with a space in them, and no sign formats there. */
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

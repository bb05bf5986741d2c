import type { RichText } from './entities.ts'
import { addBlock, addLine, addText, type Draft, finish } from './draft.ts'
import { pair } from './pair.ts'
import { scan } from './scan.ts'
import { type Meter, open, type Source } from './source.ts'
import { MARKUP_MAX } from './too-long.ts'
import type { Values } from './variables.ts'

/**
 * Reads the small markup that messages are written in: `*bold*` `_italic_` `~strike~` `__underline__`
 * `||spoiler||` `` `code` `` ```` ```block``` ```` `> quote` `[text](https://…)`, and a backslash
 * before a sign that is meant as text. Everything else is text, so parsing never fails.
 *
 * - Styles and links end with their line; inside code and addresses every sign is text.
 * - Variables like `{{group}}` are replaced by `values`, which are never read as markup; without `values` they stay.
 * - A markup longer than `MARKUP_MAX`, which no call accepts, is plain text.
 * - `meter` counts the work, which grows only with the length.
 */
export const parse = (markup: string, values?: Values, meter?: Meter): RichText =>
  finish(read(markup, values, meter))

/** The names of all variables in a text, known or unknown. Code and addresses are left out. */
export const variablesIn = (markup: string): ReadonlySet<string> =>
  markup.includes('{{') ? read(markup).named : NONE

const NONE: ReadonlySet<string> = new Set()

function read(markup: string, values?: Values, meter: Meter = { steps: 0 }): Draft {
  const draft: Draft = { parts: [], length: 0, entities: [], values, named: new Set() }
  const text = markup.toWellFormed().replace(/\r\n?/g, '\n')
  if (markup.length > MARKUP_MAX) addText(draft, text)
  else readLines(draft, open(text, meter), readQuote)
  return draft
}

/** The text without its formatting. */
export const plain = (markup: string): string => parse(markup).text

type ReadLine = (draft: Draft, source: Source, from: number) => number

function readLines(draft: Draft, source: Source, read: ReadLine) {
  let at = read(draft, source, 0)
  while (at < source.text.length) {
    addText(draft, '\n')
    at = read(draft, source, at + 1)
  }
}

/** Reads the lines that begin with `> ` as one quote; if all of them are empty, they are text. */
function readQuote(draft: Draft, source: Source, from: number): number {
  const { text, meter } = source
  const lines: string[] = []
  let at = from
  while (/^>(?: |\n|$)/.test(text.slice(at, at + 2))) {
    const end = text.indexOf('\n', at)
    const to = end < 0 ? text.length : end
    lines.push(text.slice(at + 2, to))
    meter.steps += to - at
    at = to + 1
  }
  if (lines.length === 0) return readLine(draft, source, from)

  if (lines.every((line) => line.trim() === '')) addText(draft, text.slice(from, at - 1))
  else {
    const offset = draft.length
    // Quotes cannot be nested, so quotes are not read inside it.
    readLines(draft, open(lines.join('\n'), meter), readLine)
    draft.entities.push({ type: 'blockquote', offset, length: draft.length - offset })
  }
  return at - 1
}

function readLine(draft: Draft, source: Source, from: number): number {
  let at = from
  do {
    const { pieces, block, to } = scan(source, at)
    addLine(draft, pair(pieces))
    if (block) addBlock(draft, block)
    at = to
  } while (at < source.text.length && source.text[at] !== '\n')
  return at
}

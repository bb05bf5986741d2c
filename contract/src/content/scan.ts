import { addressEnd, charAt, charBefore, flanks, isEscapable, isSign } from './signs.ts'
import { codeAt, isBlank, type Source, targetAt } from './source.ts'
import { variableAt } from './variables.ts'

/** A part of a line; `link` and `linkEnd` come in pairs and are never nested. */
export type Piece =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'variable'; name: string; text: string }
  | { kind: 'signs'; text: string; opens: boolean; closes: boolean }
  | { kind: 'link'; url: string }
  | { kind: 'linkEnd' }

export type Block = { text: string; language?: string }

/** Reads from a position to the end of its line, or to the end of the first block in it; `to` is where it stopped. */
export function scan(source: Source, from: number): { pieces: Piece[]; block?: Block; to: number } {
  const scanner: Scanner = { source, pieces: [], brackets: [], at: from, wordsFrom: from }
  while (scanner.at < source.text.length && source.text[scanner.at] !== '\n' && !scanner.block) {
    source.meter.steps += 1
    const read = readers[source.text[scanner.at] ?? '']
    if (read) read(scanner)
    else scanner.at += 1
  }
  take(scanner, scanner.at)
  return {
    pieces: scanner.pieces,
    to: scanner.at,
    ...(scanner.block ? { block: scanner.block } : {}),
  }
}

type Scanner = {
  source: Source
  pieces: Piece[]
  /** The open brackets that may begin a link: their position, and the index of their piece. */
  brackets: { at: number; piece: number }[]
  at: number
  /** Where the text begins that is not in a piece yet. */
  wordsFrom: number
  block?: Block
}

const readers: Record<string, (scanner: Scanner) => void> = {
  '\\': readEscape,
  '`': readTicks,
  '*': readSigns,
  _: readSigns,
  '~': readSigns,
  '|': readSigns,
  '[': readBracket,
  ']': readLinkEnd,
  ':': readAddress,
  '{': readVariable,
}

function readEscape(scanner: Scanner) {
  const escaped = scanner.source.text[scanner.at + 1] ?? ''
  if (isEscapable(escaped)) take(scanner, scanner.at + 2, { kind: 'text', text: escaped })
  else scanner.at += 1
}

function readTicks(scanner: Scanner) {
  const { source, at } = scanner
  const ticks = endOfRun(source.text, at, (char) => char === '`') - at
  const code = codeAt(source, at, ticks)
  const block = code && ticks >= 3 ? blockOf(code.text) : undefined
  if (block) scanner.block = block

  if (code && (block || ticks === 1)) {
    take(scanner, code.end, block ? undefined : { kind: 'code', text: code.text })
  } else scanner.at += ticks
}

/** Reads the lines of a block. Its first line is a language only if both fences are on their own lines. */
function blockOf(raw: string): Block | undefined {
  const first = raw.slice(0, LANGUAGE_MAX + 1).indexOf('\n')
  const language = raw.slice(0, Math.max(0, first))
  if (first > 0 && first < raw.length - 1 && raw.endsWith('\n') && /^[\w+#.-]+$/.test(language)) {
    const text = raw.slice(first + 1, -1)
    return text.trim() === '' ? undefined : { text, language }
  }
  return { text: raw.startsWith('\n') ? raw.slice(1).replace(/\n$/, '') : raw }
}

// Longer than the name of any language that is highlighted; a longer first line is code.
const LANGUAGE_MAX = 32

/** Neighboring signs are one cluster: all of them open, all close, or all are text. */
function readSigns(scanner: Scanner) {
  const { text } = scanner.source
  const end = endOfRun(text, scanner.at, isSign)
  const { opens, closes } = flanks(charBefore(text, scanner.at), charAt(text, end))
  take(scanner, end, { kind: 'signs', text: text.slice(scanner.at, end), opens, closes })
}

function readBracket(scanner: Scanner) {
  const { at } = scanner
  take(scanner, at + 1, { kind: 'text', text: '[' })
  scanner.brackets.push({ at, piece: scanner.pieces.length - 1 })
}

function readLinkEnd(scanner: Scanner) {
  const { source, at } = scanner
  const bracket = scanner.brackets.pop()
  const worded = bracket && !isBlank(source, bracket.at + 1, at)
  const target = worded ? targetAt(source, at + 1) : undefined
  if (!bracket || !target) {
    scanner.at += 1
    return
  }
  scanner.pieces[bracket.piece] = { kind: 'link', url: target.url }
  // A link cannot lie in a link: the brackets around this one are text.
  scanner.brackets = []
  take(scanner, target.end, { kind: 'linkEnd' })
}

function readAddress(scanner: Scanner) {
  const { source, at, wordsFrom } = scanner
  scanner.at = addressEnd(source.text, at, wordsFrom) ?? at + 1
  source.meter.steps += scanner.at - at
}

/** Reads a variable. Its value is set for each delivery and is never read as markup. */
function readVariable(scanner: Scanner) {
  const { source, at } = scanner
  const found = variableAt(source.text, at)
  source.meter.steps += 1
  if (!found) scanner.at += 1
  else {
    const text = source.text.slice(at, found.end)
    take(scanner, found.end, { kind: 'variable', name: found.name, text })
  }
}

/** Adds the text before this position and then what was found, and continues after it. */
function take(scanner: Scanner, to: number, found?: Piece) {
  const { source, at, wordsFrom } = scanner
  if (at > wordsFrom) scanner.pieces.push({ kind: 'text', text: source.text.slice(wordsFrom, at) })
  if (found) scanner.pieces.push(found)
  source.meter.steps += to - at
  scanner.at = to
  scanner.wordsFrom = to
}

function endOfRun(text: string, from: number, belongs: (char: string) => boolean): number {
  let end = from
  while (end < text.length && belongs(text[end] ?? '')) end += 1
  return end
}

import type { Style } from './entities.ts'

/** The sign that opens and closes each style. */
export const signOf: Record<Style, string> = {
  bold: '*',
  italic: '_',
  underline: '__',
  strikethrough: '~',
  spoiler: '||',
}

/** The styles that a run of one sign stands for; any other run, like `**`, is only text. */
export const stylesOf = (run: string): readonly Style[] => STYLES.get(run) ?? NONE

const NONE: readonly Style[] = []
const STYLES = new Map<string, readonly Style[]>([
  ['*', ['bold']],
  ['_', ['italic']],
  ['__', ['underline']],
  ['___', ['underline', 'italic']],
  ['~', ['strikethrough']],
  ['||', ['spoiler']],
])

/** Whether a character can belong to the sign of a style. */
export const isSign = (char: string): boolean => SIGNS.has(char)

const SIGNS = new Set('*_~|')

/** Whether a backslash before it is an escape: ASCII punctuation only, so that `C:\dir` needs none. */
export const isEscapable = (char: string): boolean => PUNCTUATION.has(char)

const PUNCTUATION = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')

/** Whether a character is white space. */
export const isSpace = (char: string): boolean =>
  char === ' ' || char === '\n' || (char !== '' && char.trim() === '')

/**
 * What a cluster of signs may do, given the characters around it (empty at the ends of a line). Like
 * WhatsApp: a sign touches its words, and words only on one side; so `2*3*4` and `snake_case` are text.
 */
export function flanks(before: string, after: string): { opens: boolean; closes: boolean } {
  if (before === after && isFaceChar(before)) return { opens: false, closes: false }
  return {
    opens: after !== '' && !isSpace(after) && !isWord(before),
    closes: before !== '' && !isSpace(before) && !isWord(after),
  }
}

/** Whether a character on both sides of a sign makes a face, as in `-_-` and `^_^`. */
export const isFaceChar = (char: string): boolean => EYES.has(char)

const EYES = new Set('^-.;=@')

/** The character that ends before a position in the text, also one of two UTF-16 units. */
export function charBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xdc00 && unit <= 0xdfff
    ? text.slice(at - 2, at)
    : text.slice(Math.max(0, at - 1), at)
}

/** The character that starts at a position in the text, also one of two UTF-16 units. */
export function charAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

// Letters, numbers and their accents. Left out are scripts that are written without spaces or attach particles to
// words, because their words have no boundary, and the marks that only shape an emoji.
const isWord = (char: string): boolean =>
  char < '\x80' ? /^[0-9A-Za-z]$/.test(char) : WORD.test(char)

const WORD =
  /^[[\p{L}\p{N}\p{M}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\uFE00-\uFE0F\u20E3]]$/v

/**
 * Where the web address ends whose `://` is at `colon`; undefined if there is no address. It cannot begin before
 * `from`. Inside an address every sign is text; punctuation and signs at its end are not part of it.
 */
export function addressEnd(text: string, colon: number, from: number): number | undefined {
  if (!text.startsWith('://', colon)) return undefined
  if (!/(?:^|[^a-z])(?:https?|tg)$/i.test(text.slice(Math.max(from, colon - 6), colon)))
    return undefined

  let end = colon + 3
  while (end < text.length && !/[\s`\\[\]<>"]/.test(text[end] ?? '')) end += 1
  while (end > colon + 3 && /[.,;:!?')*_~|]/.test(text[end - 1] ?? '')) end -= 1
  return end
}

/** The first web address in a text. Networks show a preview of it. */
export function firstAddress(text: string): string | undefined {
  for (let colon = text.indexOf('://'); colon >= 0;) {
    const end = addressEnd(text, colon, 0) ?? colon + 3
    const [scheme] = /https?$/i.exec(text.slice(Math.max(0, colon - 5), colon)) ?? []
    const address = scheme && text.slice(colon - scheme.length, end)
    if (address && URL.canParse(address)) return address
    colon = text.indexOf('://', end)
  }
  return undefined
}

import { type Entity, inOrder, type RichText } from './entities.ts'
import { addressEnd, charAt, charBefore, flanks, isFaceChar, isSign, signOf } from './signs.ts'

/**
 * Writes a rich text as markup. For every value that `parse` returned, parsing the result returns the same value.
 * For entities that `parse` never returns, such as one in the middle of a word, it only does not throw.
 */
export function print({ text, entities }: RichText): string {
  const page: Page = { text, at: 0, parts: [], open: [] }
  for (const entity of entities.toSorted(inOrder)) {
    closeUntil(page, entity.offset)
    writeText(page, entity.offset)
    begin(page, entity)
  }
  closeUntil(page, text.length)
  writeText(page, text.length)
  return page.parts.join('')
}

/** Returns markup that is read as exactly this text anywhere in a line or a link, e.g. the value of a variable. */
export const escape = (text: string): string => text.replace(/[\\`*_~|[\]()>:{]/g, '\\$&')

/** The output so far; `at` is the position in the text, `open` the entities that are not closed yet. */
type Page = { text: string; at: number; parts: string[]; open: Opened[] }
type Opened = { entity: Entity; end: number }

function begin(page: Page, entity: Entity) {
  const limit = page.open.at(-1)?.end ?? page.text.length
  const end = Math.min(entity.offset + entity.length, limit)
  if (entity.offset !== page.at || end <= page.at) return

  if (entity.type === 'code' || entity.type === 'pre') {
    write(page, fenced(page.text.slice(page.at, end), entity))
    page.at = end
  } else {
    write(page, opening(entity))
    page.open.push({ entity, end })
  }
}

/** Writes the text up to a position and closes the entities that end before it. */
function closeUntil(page: Page, to: number) {
  for (let last = page.open.at(-1); last && last.end <= to; last = page.open.at(-1)) {
    writeText(page, last.end)
    page.open.pop()
    write(page, closing(last.entity))
  }
}

function writeText(page: Page, to: number) {
  if (to <= page.at) return

  const { text, at: from, open } = page
  const first = page.parts.length === 0
  const last = to === text.length && open.length === 0
  const inLink = open.some(({ entity }) => entity.type === 'text_link')
  write(page, escaped({ text, from, to, first, last, inLink }))
  page.at = to
}

/** Every line of a quote begins with its sign. */
function write(page: Page, markup: string) {
  const quoted = page.open.some(({ entity }) => entity.type === 'blockquote')
  page.parts.push(quoted ? markup.replaceAll('\n', '\n> ') : markup)
}

function opening(entity: Entity): string {
  if (entity.type === 'blockquote') return '> '
  if (entity.type === 'text_link') return '['
  return entity.type === 'code' || entity.type === 'pre' ? '' : signOf[entity.type]
}

function closing(entity: Entity): string {
  if (entity.type === 'blockquote') return ''
  if (entity.type === 'text_link') return `](${entity.url.replace(/[\\()[\]]/g, '\\$&')})`
  return opening(entity)
}

/** Puts code between more backticks than any run inside has; a block with several lines or a language gets its own lines. */
function fenced(code: string, entity: Entity): string {
  if (entity.type !== 'pre') return `\`${code}\``

  const runs = new Set(code.match(/`+/g)?.map((run) => run.length))
  let ticks = 3
  while (runs.has(ticks)) ticks += 1
  const fence = '`'.repeat(ticks)
  const language = entity.language ?? ''
  const inline = language === '' && !/\n|^`|`$/.test(code)
  return inline ? `${fence}${code}${fence}` : `${fence}${language}\n${code}\n${fence}`
}

/** Text without an entity boundary inside. `first` and `last`: no sign stands before or after it. */
type Run = {
  text: string
  from: number
  to: number
  first: boolean
  last: boolean
  inLink: boolean
}

function escaped(run: Run): string {
  const { text, from, to } = run
  let markup = ''
  for (let at = from; at < to; at += 1) {
    const address = text[at] === ':' ? addressEnd(text, at, from) : undefined
    if (address !== undefined && address <= to) {
      markup += text.slice(at, address)
      at = address - 1
    } else {
      // An address that continues after this run would include the next sign.
      markup += (address !== undefined || needsEscape(run, at) ? '\\' : '') + (text[at] ?? '')
    }
  }
  return markup
}

function needsEscape(run: Run, at: number): boolean {
  const { text, from, inLink } = run
  const char = text[at] ?? ''
  if (char === '\\' || char === '`') return true
  // Two would begin a variable.
  if (char === '{') return text[at + 1] === '{'
  if (char === '[' || char === ']') return inLink
  if (char === '(') return at === from || text[at - 1] === ']'
  // If the entity before ends with the same character, its sign would be read as a face such as ^_^.
  if (isFaceChar(char)) return at === from && text[at - 1] === char
  if (char === '>')
    return (at === 0 || text[at - 1] === '\n') && /^[ \n]?$/.test(text[at + 1] ?? '')
  return isSign(char) && needsSignEscape(run, at)
}

/** A lone sign that could neither open nor close is read as text anyway, as in `snake_case` or `2 * 3`. */
function needsSignEscape({ text, from, to, first, last }: Run, at: number): boolean {
  if ((at === from && !first) || (at === to - 1 && !last)) return true

  const before = charBefore(text, at)
  const after = charAt(text, at + 1)
  if (isSign(before) || isSign(after)) return true
  if (text[at] === '|') return false

  const { opens, closes } = flanks(before, after)
  return opens || closes
}

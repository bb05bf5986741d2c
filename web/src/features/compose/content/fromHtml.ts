import { type Entity, inOrder, type Style } from '@carillon/contract/content/entities'
import { parse } from '@carillon/contract/content/markup'
import { print } from '@carillon/contract/content/print'

/** More HTML than this is pasted as plain text, in characters: reading it would hold up the page. */
const HTML_MAX = 500_000

/** How a character looks. */
type Look = { styles: ReadonlySet<Style>; code?: true; pre?: true; quote?: true; url?: string }

/** What was read: a text, and how each of its characters looks. */
type Read = { text: string; looks: Look[] }

/**
 * What was copied from a page or a document as markup, with what the markup knows of its formatting; nothing if it
 * has none, since its plain text is as good then.
 */
export function markupOfHtml(html: string): string | undefined {
  if (html.length > HTML_MAX) return undefined
  const read: Read = { text: '', looks: [] }
  readInto(read, new DOMParser().parseFromString(html, 'text/html').body, { styles: new Set() })
  const end = read.text.trimEnd().length
  const rich = { text: read.text.slice(0, end), looks: read.looks.slice(0, end) }
  const entities = entitiesOf(rich)
  if (entities.length === 0) return undefined
  const markup = print({ text: rich.text, entities })
  // A style in the middle of a word cannot be written: then the words count for more.
  return parse(markup).text === rich.text ? markup : undefined
}

function readInto(read: Read, node: Node, look: Look) {
  for (const child of node.childNodes) {
    if (child instanceof Text) write(read, child.data, look)
    else if (child instanceof HTMLElement && !UNSEEN.has(child.tagName)) element(read, child, look)
  }
}

const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TITLE', 'META', 'LINK', 'TEMPLATE', 'NOSCRIPT'])

function element(read: Read, child: HTMLElement, look: Look) {
  const { tagName } = child
  if (tagName === 'BR') return put(read, '\n', look)
  const breaks = breaksAround(child)
  startLine(read, breaks)
  if (tagName === 'LI') put(read, bulletOf(child), look)
  readInto(read, child, lookOf(child, look))
  startLine(read, breaks)
}

/** How many line breaks part an element from what is around it. */
function breaksAround(child: HTMLElement): number {
  const { tagName, className, style } = child
  // Word makes a paragraph of every line.
  if (tagName === 'P') return className.startsWith('Mso') || style.margin.startsWith('0') ? 1 : 2
  if (/^H[1-6]$/.test(tagName)) return 2
  return BLOCKS.has(tagName) ? 1 : 0
}

const BLOCKS = new Set('DIV LI UL OL TR TABLE BLOCKQUOTE PRE SECTION ARTICLE DL DT DD'.split(' '))

function bulletOf(item: HTMLElement): string {
  const list = item.parentElement
  if (list?.tagName !== 'OL') return '• '
  return `${[...list.children].indexOf(item) + 1}. `
}

const PLAIN: Look = { styles: new Set() }

function startLine(read: Read, breaks: number) {
  if (breaks === 0 || read.text === '') return
  const present = /\n*$/.exec(read.text)?.[0].length ?? 0
  for (let more = present; more < breaks; more += 1) put(read, '\n', PLAIN)
}

/** Adds words; white space is one space, and none at the start of a line, unless it is told to stay. */
function write(read: Read, words: string, look: Look) {
  if (look.pre) return put(read, words, look)
  const text = words.replace(/[\s\u00a0]+/g, ' ')
  put(read, /(?:^|\s)$/.test(read.text) ? text.trimStart() : text, look)
}

function put(read: Read, words: string, look: Look) {
  read.text += words
  for (let at = 0; at < words.length; at += 1) read.looks.push(look)
}

function lookOf(child: HTMLElement, look: Look): Look {
  const { tagName, style } = child
  const styles = new Set(look.styles)
  const weight = style.fontWeight
  // Google Docs wraps all it copies into a B that is not bold.
  if (weight ? /bold|[6-9]00/.test(weight) : BOLD.has(tagName)) styles.add('bold')
  if (tagName === 'I' || tagName === 'EM' || style.fontStyle === 'italic') styles.add('italic')
  const line = style.textDecoration || style.textDecorationLine
  if (tagName === 'U' || tagName === 'INS' || line.includes('underline')) styles.add('underline')
  if (STRUCK.has(tagName) || line.includes('line-through')) styles.add('strikethrough')
  const href = child.getAttribute('href') ?? ''
  const isLink = tagName === 'A' && /^(?:https?:|mailto:|tg:)/i.test(href)
  // A link is underlined anyway, so its own underline is dropped.
  if (isLink || look.url !== undefined) styles.delete('underline')
  return {
    ...look,
    styles,
    ...(tagName === 'CODE' || tagName === 'KBD' || tagName === 'TT' ? { code: true } : {}),
    ...(tagName === 'PRE' ? { pre: true } : {}),
    ...(tagName === 'BLOCKQUOTE' ? { quote: true } : {}),
    ...(isLink ? { url: href } : {}),
  }
}

const BOLD = new Set(['B', 'STRONG', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'TH'])
const STRUCK = new Set(['S', 'STRIKE', 'DEL'])
const STYLES: Style[] = ['bold', 'italic', 'underline', 'strikethrough']

function entitiesOf(read: Read): Entity[] {
  const isCode = (look: Look) => look.code === true || look.pre === true
  const links = ranges(read, (look) => (isCode(look) ? undefined : look.url)).flatMap(
    ({ value, ...range }): Entity[] => [{ ...range, type: 'text_link', url: value }],
  )
  return [
    ...ranges(read, (look) => look.quote, true).map((range): Entity => entity(range, 'blockquote')),
    ...ranges(read, (look) => look.pre, true).map((range): Entity => entity(range, 'pre')),
    ...ranges(read, (look) => (look.pre ? undefined : look.code)).map((range) =>
      entity(range, 'code'),
    ),
    // An address that says itself is a link as it stands.
    ...links.filter(({ offset, length, ...link }) => {
      const words = read.text.slice(offset, offset + length)
      return link.type === 'text_link' && link.url.replace(/\/$/, '') !== words.replace(/\/$/, '')
    }),
    ...STYLES.flatMap((style) =>
      ranges(read, (look) => (!isCode(look) && look.styles.has(style)) || undefined).map((range) =>
        entity(range, style),
      ),
    ),
  ].toSorted(inOrder)
}

const entity = (
  { offset, length }: { offset: number; length: number },
  type: Style | 'code' | 'blockquote' | 'pre',
): Entity => ({ type, offset, length })

type Range<V> = { offset: number; length: number; value: V }

/** Where characters in a row have the same value; without white space at the ends, and each line for itself unless they stay `together`. */
function ranges<V>(
  { text, looks }: Read,
  valueOf: (look: Look) => V | undefined,
  together = false,
): Range<V>[] {
  const found: Range<V>[] = []
  for (let from = 0; from < looks.length;) {
    const value = valueOf(looks[from]!)
    let to = from + 1
    while (to < looks.length && valueOf(looks[to]!) === value) {
      if (!together && text[to] === '\n') break
      to += 1
    }
    const words = text.slice(from, to)
    const lead = words.length - words.trimStart().length
    const length = words.trim().length
    if (value !== undefined && length > 0) found.push({ offset: from + lead, length, value })
    from = to
  }
  return found
}

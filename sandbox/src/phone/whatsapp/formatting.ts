import { html, type Html } from '../../http/html.ts'

/**
 * A text as WhatsApp's apps show it: marks around words, and blocks of whole lines. `nameOf` gives the name
 * for an id after an @, if it calls somebody.
 */
export function formattedHtml(text: string, nameOf: (id: string) => string | undefined): Html {
  const parts = text.split(/```([\s\S]+?)```/)
  return html`${parts.map((part, i) =>
    i % 2 === 1 ? html`<code>${part}</code>` : html`${linesHtml(part, nameOf)}`,
  )}`
}

type Names = (id: string) => string | undefined

/** Lines that are quoted or of a list stand by themselves; all others keep their line breaks. */
function linesHtml(text: string, nameOf: Names): Html[] {
  return text.split('\n').map((line, i) => {
    const [, mark = '', rest = ''] = /^(> |[*-] |\d{1,3}\. )(.+)$/.exec(line) ?? []
    const inner = inline(rest || line, nameOf)
    if (mark === '> ') return html`<blockquote>${inner}</blockquote>`
    const bullet = mark && (/^\d/.test(mark) ? mark : '• ')
    return html`${i > 0 ? '\n' : ''}${bullet}${inner}`
  })
}

const MARKS = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const

// A mark counts only around words: nothing but a space or a sign before the first, no space within its ends.
const MARKED = /(?<![\p{L}\p{N}])([*_~`])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/u

/** The words of a text without the marks around them, for a line that shows none. */
export function unmarked(text: string): string {
  const clean = text.replaceAll('```', '')
  const found = MARKED.exec(clean)
  if (!found) return clean
  const [whole, , words = ''] = found
  return (
    clean.slice(0, found.index) +
    unmarked(words) +
    unmarked(clean.slice(found.index + whole.length))
  )
}

function inline(text: string, nameOf: Names): Html {
  const found = MARKED.exec(text)
  if (!found) return html`${plain(text, nameOf)}`
  const [whole, mark = '', words = ''] = found
  const tag = MARKS[mark as keyof typeof MARKS]
  const within = tag === 'code' ? html`${words}` : inline(words, nameOf)
  const before = plain(text.slice(0, found.index), nameOf)
  return html`${before}${wrapped(tag, within)}${inline(text.slice(found.index + whole.length), nameOf)}`
}

function wrapped(tag: (typeof MARKS)[keyof typeof MARKS], inner: Html): Html {
  switch (tag) {
    case 'strong':
      return html`<strong>${inner}</strong>`
    case 'em':
      return html`<em>${inner}</em>`
    case 's':
      return html`<s>${inner}</s>`
    case 'code':
      return html`<code>${inner}</code>`
  }
}

/** Links and the people who are called by name. */
function plain(text: string, nameOf: Names): Html[] {
  return text.split(/(https?:\/\/[^\s<>"]+|@\d{5,})/).map((part, i) => {
    if (i % 2 === 0) return html`${part}`
    if (!part.startsWith('@'))
      return html`<a href="${part}" rel="noreferrer" target="_blank">${part}</a>`
    return html`<span class="marked">@${nameOf(part.slice(1)) ?? part.slice(1)}</span>`
  })
}

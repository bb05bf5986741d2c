/** A piece of HTML whose texts are escaped already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | Html[] | string | undefined | false

/** HTML from a template: every value is escaped unless it is HTML itself; `false` and nothing vanish. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, i) => string + textOf(parts[i])).join(''))
}

/** What lies between backticks as code; the rest as text. */
export const prose = (text: string): Html[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))

/** Pieces with words between them. */
export const joined = (pieces: Html[], between: string): Html[] =>
  pieces.flatMap((piece, i) => (i === 0 ? piece : [html`${between}`, piece]))

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return part === undefined || part === false ? '' : escape(part)
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

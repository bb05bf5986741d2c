/** A piece of HTML whose texts are escaped already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | Html[] | string | number | undefined | false

/** HTML from a template: every value is escaped unless it is HTML itself; `false` and nothing vanish. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.map((string, i) => string + (i < parts.length ? partText(parts[i]) : ''))
  return new Html(text.join(''))
}

function partText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(partText).join('')
  return part === undefined || part === false ? '' : escape(String(part))
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

import { escape } from '@carillon/contract/content/print'
import type { ButtonFields } from './buttons.ts'

/** A text with buttons as links at its end; one that has no address is words alone. */
export function withLinks(text: string, buttons: readonly ButtonFields[]): string {
  const lines = buttons.map(({ text: words, url }) => {
    const address = url.trim().replace(/[\\()[\]]/g, '\\$&')
    const said = escape(words.trim() || url.trim())
    return address ? `[${said}](${address})` : said
  })
  return [text.trimEnd(), lines.filter(Boolean).join('\n')].filter(Boolean).join('\n\n')
}

import { plain } from '@carillon/contract/content/markup'

/** How much of a text is told where many are, in characters. */
const BRIEF_MAX = 140

/** How much markup is read for that: links show a few words of an address that may be long. */
export const BRIEF_SOURCE_MAX = 1_000

/** How a text begins, as it is read: without its markup, on one line. Cut after that, so that no sign is left over. */
export function brief(markup: string): string {
  const text = plain(markup).replaceAll(/\s+/g, ' ').trim()
  if (text.length <= BRIEF_MAX) return text
  // By characters, not their halves.
  const characters = Array.from(text.slice(0, 2 * BRIEF_MAX))
  return characters.length > BRIEF_MAX
    ? `${characters.slice(0, BRIEF_MAX - 1).join('')}…`
    : characters.join('')
}

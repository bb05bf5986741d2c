import { parse, plain } from '@carillon/contract/content/markup'
import type { Resolved } from '@carillon/contract/content/resolve'
import { mediaOf } from './rules.ts'

/** How much of a text is told where many are, in characters. */
const BRIEF_MAX = 140

/** How much markup is read for that: links show a few words of an address that may be long. */
export const BRIEF_SOURCE_MAX = 1_000

/** How a text begins, as it is read: without its markup, on one line. Cut after that, so that no sign is left over. */
export const brief = (markup: string): string => shortened(plain(markup))

/** How what one run says begins, with the words of its variables: its text, the question of a poll, or what its file is. */
export function briefly(said: Resolved): string {
  const text = shortened(parse(said.text.slice(0, BRIEF_SOURCE_MAX), said.values).text)
  if (text) return text
  if (said.kind === 'poll') return shortened(said.poll.question)
  if (said.kind === 'album') return 'Album'
  const [file] = mediaOf(said)
  return file?.kind ? `${file.kind.charAt(0).toUpperCase()}${file.kind.slice(1)}` : ''
}

function shortened(said: string): string {
  const text = said.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= BRIEF_MAX) return text
  // By characters, not their halves.
  const characters = Array.from(text.slice(0, 2 * BRIEF_MAX))
  return characters.length > BRIEF_MAX
    ? `${characters.slice(0, BRIEF_MAX - 1).join('')}…`
    : characters.join('')
}

import { parse, plain } from '@carillon/contract/content/markup'
import type { Resolved } from '@carillon/contract/content/resolve'
import { mediaOf } from './rules.ts'

/** Length of a text in lists, in characters. */
const BRIEF_MAX = 140

/** How much markup is read for it: a link may have a long address and a short text. */
export const BRIEF_SOURCE_MAX = 1_000

/** The beginning of a text without its markup, on one line. It is cut after parsing, so that no sign is left over. */
export const brief = (markup: string): string => shortened(plain(markup))

/** The beginning of a content of one run, with its values: the text, the question of a poll, or the kind of its file. */
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
  // Cuts between characters, not inside a surrogate pair.
  const characters = Array.from(text.slice(0, 2 * BRIEF_MAX))
  return characters.length > BRIEF_MAX
    ? `${characters.slice(0, BRIEF_MAX - 1).join('')}…`
    : characters.join('')
}

import { parse } from '@carillon/contract/content/markup'

/** Words between two stars on each side, as many other programs write bold. */
const DOUBLE = /(?<![*\\])\*\*([^\s*](?:[^*\n]{0,38}[^\s*])?)\*\*(?!\*)/

/** Says that `**words**` keep their stars, and how bold is written here; nothing of code, where stars may be meant. */
export function doubleStars(markup: string): string[] {
  const { text, entities } = parse(markup)
  const found = DOUBLE.exec(text)
  // What was written with a backslash is to be read as it is.
  if (!found || !markup.includes(found[0])) return []
  const isCode = entities.some(
    ({ type, offset, length }) =>
      (type === 'code' || type === 'pre') && offset <= found.index && found.index < offset + length,
  )
  const [written, words] = found
  return isCode
    ? []
    : [`“${written}” keeps its stars. For bold, write one star on each side: *${words}*.`]
}

import { parse } from '@carillon/contract/content/markup'

/** Words between two stars on each side, as many other programs write bold. */
const DOUBLE = /(?<![*\\])\*\*([^\s*](?:[^*\n]{0,38}[^\s*])?)\*\*(?!\*)/

/** Warns that `**words**` keep their stars, and says how bold is written here. It ignores code, which may contain stars. */
export function doubleStars(markup: string): string[] {
  const { text, entities } = parse(markup)
  const found = DOUBLE.exec(text)
  // Stars after a backslash are intended.
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

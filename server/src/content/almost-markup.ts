import { parse } from '@carillon/contract/content/markup'
import { VARIABLES } from '@carillon/contract/content/variables'

/** Words between two stars on each side, as many other programs write bold. */
const DOUBLE = /(?<![*\\])\*\*([^\s*](?:[^*\n]{0,38}[^\s*])?)\*\*(?!\*)/

/** The name of a variable in one brace on each side, as some other programs write it. */
const SINGLE = new RegExp(String.raw`(?<![{\\])\{ ?(${VARIABLES.join('|')}) ?\}(?!\})`, 'i')

/**
 * Warns that `**words**` and `{date}` are sent as they are, and says how bold and variables are written here. It ignores
 * code, which may contain both, and what stands after a backslash, which is intended.
 */
export function almostMarkup(markup: string): string[] {
  const { text, entities } = parse(markup)
  const find = (pattern: RegExp, words: (written: string, name: string) => string): string[] => {
    const found = pattern.exec(text)
    if (!found || !pattern.test(markup)) return []
    const isCode = entities.some(
      ({ type, offset, length }) =>
        (type === 'code' || type === 'pre') &&
        offset <= found.index &&
        found.index < offset + length,
    )
    return isCode ? [] : [words(found[0], found[1] ?? '')]
  }
  return [
    ...find(
      DOUBLE,
      (written, bold) =>
        `“${written}” keeps its stars. For bold, write one star on each side: *${bold}*.`,
    ),
    ...find(
      SINGLE,
      (written, name) =>
        `“${written}” is sent as it is written. Did you mean {{${name.toLowerCase()}}}?`,
    ),
  ]
}

import type { Compiled } from '../port/sending.ts'

type Said = Pick<Compiled, 'text' | 'entities'>

/**
 * The text without formatting; the address of a link is written out. Undefined if the text would not say the same: a
 * spoiler would be visible, or the text would become too long.
 */
export function plainOf({ text, entities }: Said, longest: number): Said | undefined {
  if (entities.some(({ type }) => type === 'spoiler')) return undefined
  let plain = ''
  let at = 0
  // Links never overlap.
  for (const { url, offset, length } of entities) {
    if (url === undefined) continue
    const end = offset + length
    plain += text.slice(at, end)
    if (!saysAddress(text.slice(offset, end), url)) plain += ` (${url})`
    at = end
  }
  plain += text.slice(at)
  return plain.length > longest ? undefined : { text: plain, entities: [] }
}

/** Whether the text of a link is its address already. */
const saysAddress = (words: string, url: string) => withoutScheme(words) === withoutScheme(url)

const withoutScheme = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

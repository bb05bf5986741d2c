import type { Compiled } from '../port/sending.ts'

type Said = Pick<Compiled, 'text' | 'entities'>

/**
 * What is said without any formatting: a link says its address, since its words alone would lead nowhere.
 * Undefined where that would say something else: what was hidden would lie open, or it grows longer than it
 * may be.
 */
export function plainOf({ text, entities }: Said, longest: number): Said | undefined {
  if (entities.some(({ type }) => type === 'spoiler')) return undefined
  let said = ''
  let at = 0
  // Links never overlap.
  for (const { url, offset, length } of entities) {
    if (url === undefined) continue
    const end = offset + length
    said += text.slice(at, end)
    if (!saysAddress(text.slice(offset, end), url)) said += ` (${url})`
    at = end
  }
  said += text.slice(at)
  return said.length > longest ? undefined : { text: said, entities: [] }
}

/** Whether the words of a link are its address already, as people see it. */
const saysAddress = (words: string, url: string) => bare(words) === bare(url)

const bare = (address: string) =>
  address
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

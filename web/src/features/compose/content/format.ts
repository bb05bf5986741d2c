import { signOf } from '@carillon/contract/content/signs'

export type Format =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'spoiler'
  | 'code'
  | 'link'
  | 'quote'

/** A change to a text: `insert` in the place of `from`–`to`, then the selection `selectFrom`–`selectTo`. */
export type Edit = {
  from: number
  to: number
  insert: string
  selectFrom: number
  selectTo: number
}

/** What a toolbar button does to the selection `start`–`end` of a markup text. */
export function formatted(text: string, start: number, end: number, format: Format): Edit {
  if (format === 'quote') return quoted(text, start, end)
  const [from, to] = trimmed(text, start, end)
  const words = text.slice(from, to)
  if (format === 'link') return linked(from, to, words)

  const sign = format === 'code' ? '`' : signOf[format]
  const outside =
    text.slice(from - sign.length, from) === sign && text.slice(to, to + sign.length) === sign
  if (outside && words) {
    return edit(from - sign.length, to + sign.length, words, 0, words.length)
  }
  return edit(from, to, sign + words + sign, sign.length, sign.length + words.length)
}

/** With words the address is to be typed next, without them the words. */
function linked(from: number, to: number, words: string): Edit {
  const insert = `[${words || 'words'}](https://)`
  return words
    ? edit(from, to, insert, insert.length - 'https://)'.length, insert.length - 1)
    : edit(from, to, insert, 1, 1 + 'words'.length)
}

function quoted(text: string, start: number, end: number): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const quote = lines.every((line) => line.startsWith('> '))
  const insert = lines.map((line) => (quote ? line.slice(2) : `> ${line}`)).join('\n')
  return edit(from, to, insert, 0, insert.length)
}

/** The selection without the space around it: a sign must touch its words. */
function trimmed(text: string, start: number, end: number): [number, number] {
  const words = text.slice(start, end)
  const lead = words.length - words.trimStart().length
  return words.trim() ? [start + lead, start + lead + words.trim().length] : [start, start]
}

const edit = (
  from: number,
  to: number,
  insert: string,
  selectFrom: number,
  selectTo: number,
): Edit => ({
  from,
  to,
  insert,
  selectFrom: from + selectFrom,
  selectTo: from + selectTo,
})

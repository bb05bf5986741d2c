/** A stretch of words that stayed, was added or was removed. */
export type Change = { kind: 'same' | 'added' | 'removed'; text: string }

/** Longer ones are told as a whole: comparing costs the product of both. */
const COMPARED_MAX = 4_000_000

/**
 * What changed from one text to another, word by word, in the order in which it is read. Own code: what a library
 * does beyond this takes more bytes than all of it.
 */
export function changesOf(before: string, after: string): Change[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < was.length && was[start] === is[start]) start += 1
  let end = 0
  const room = Math.min(was.length, is.length) - start
  while (end < room && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const middle = wordChanges(was.slice(start, was.length - end), is.slice(start, is.length - end))
  return joined([
    { kind: 'same', text: was.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: was.slice(was.length - end).join('') },
  ])
}

/** Words with the space before the next one. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

/** By the longest run of words that both have in common, in the order of both. */
function wordChanges(was: string[], is: string[]): Change[] {
  const whole: Change[] = [
    { kind: 'removed', text: was.join('') },
    { kind: 'added', text: is.join('') },
  ]
  if (was.length * is.length > COMPARED_MAX) return whole
  const width = is.length + 1
  const common = new Uint16Array((was.length + 1) * width)
  for (let y = was.length - 1; y >= 0; y -= 1) {
    for (let x = is.length - 1; x >= 0; x -= 1) {
      common[y * width + x] =
        was[y] === is[x]
          ? common[(y + 1) * width + x + 1]! + 1
          : Math.max(common[(y + 1) * width + x]!, common[y * width + x + 1]!)
    }
  }
  const changes: Change[] = []
  let [y, x] = [0, 0]
  while (y < was.length && x < is.length) {
    if (was[y] === is[x]) {
      changes.push({ kind: 'same', text: was[y]! })
      y += 1
      x += 1
    } else if (common[(y + 1) * width + x]! >= common[y * width + x + 1]!) {
      changes.push({ kind: 'removed', text: was[y]! })
      y += 1
    } else {
      changes.push({ kind: 'added', text: is[x]! })
      x += 1
    }
  }
  return [
    ...changes,
    { kind: 'removed', text: was.slice(y).join('') },
    { kind: 'added', text: is.slice(x).join('') },
  ]
}

/** Neighbours of a kind as one. */
function joined(changes: readonly Change[]): Change[] {
  const all: Change[] = []
  for (const { kind, text } of changes) {
    const last = all.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else all.push({ kind, text })
  }
  return all
}

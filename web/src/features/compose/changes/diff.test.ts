import { expect, test } from 'vitest'
import { changesOf } from './diff.ts'

const marked = (before: string, after: string) =>
  changesOf(before, after)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`,
    )
    .join('')

test.each([
  ['Rehearsal at seven.', 'Rehearsal at eight.', 'Rehearsal at -seven.-+eight.+'],
  ['At seven', 'Rehearsal at seven', '-At -+Rehearsal at +seven'],
  ['One two three', 'One three', 'One -two -three'],
  ['', 'Hello', '+Hello+'],
  ['Same', 'Same', 'Same'],
])('%s became %s', (before, after, told) => {
  expect(marked(before, after)).toBe(told)
})

test('the changes of any text give both texts again, also where it is long', () => {
  const words = (n: number, seed: number) =>
    Array.from({ length: n }, (_, at) => `w${(at * seed) % 7}`).join(' ')
  for (const [n, seed] of [
    [40, 3],
    [3_000, 5],
  ] as const) {
    const [before, after] = [words(n, seed), words(n - 3, seed + 1)]
    const changes = changesOf(before, after)
    const side = (left: string) =>
      changes.flatMap(({ kind, text }) => (kind === left ? [] : text)).join('')
    expect(side('added')).toBe(before)
    expect(side('removed')).toBe(after)
  }
})

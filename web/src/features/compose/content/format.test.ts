import { expect, test } from 'vitest'
import { type Format, formatted } from './format.ts'

/** Applies a format to a text whose selection is between `‹` and `›`. Returns the new text in the same notation. */
function press(marked: string, format: Format): string {
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  const text = marked.replace(/[‹›]/g, '')
  const { from, to, insert, selectFrom, selectTo } = formatted(text, start, end, format)
  const next = text.slice(0, from) + insert + text.slice(to)
  return `${next.slice(0, selectFrom)}‹${next.slice(selectFrom, selectTo)}›${next.slice(selectTo)}`
}

test('a style goes around the words and comes off again', () => {
  expect(press('say ‹hello› now', 'bold')).toBe('say *‹hello›* now')
  expect(press('say *‹hello›* now', 'bold')).toBe('say ‹hello› now')
  expect(press('say ‹›', 'spoiler')).toBe('say ||‹›||')
})

test('a sign touches its words, so that space around them stays outside', () => {
  expect(press('say‹ hello ›now', 'italic')).toBe('say _‹hello›_ now')
})

test('a link waits for its address, or for its words', () => {
  expect(press('see ‹here›', 'link')).toBe('see [here](‹https://›)')
  expect(press('see ‹›', 'link')).toBe('see [‹words›](https://)')
})

test('a quote takes whole lines', () => {
  expect(press('one\ntw‹o\nth›ree\nfour', 'quote')).toBe('one\n‹> two\n> three›\nfour')
  expect(press('‹> two\n> three›', 'quote')).toBe('‹two\nthree›')
})

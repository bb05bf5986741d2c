import { parse } from '@carillon/contract/content/markup'
import { expect, test } from 'vitest'
import { rowsOf, type Stretch, stretches } from './rendering.ts'

const drawn = (parts: Stretch[]): string =>
  parts
    .map((part) =>
      part.kind === 'text'
        ? part.text
        : `<${part.entity.type}>${drawn(part.inside)}</${part.entity.type}>`,
    )
    .join('')

test('words stay in order, with what lies inside each other', () => {
  expect(drawn(stretches(parse('Say *hello _you_* and ||hush||.')))).toBe(
    'Say <bold>hello <italic>you</italic></bold> and <spoiler>hush</spoiler>.',
  )
  expect(drawn(stretches(parse('> one *two*\nthree')))).toBe(
    '<blockquote>one <bold>two</bold></blockquote>three',
  )
})

test('places count in UTF-16 units, as Telegram does', () => {
  expect(drawn(stretches(parse('👋 *all* 🎉')))).toBe('👋 <bold>all</bold> 🎉')
})

test('each line is a row of its own, but for a quote or a block, which is one with all its lines', () => {
  const rows = rowsOf(parse('*Hi*\n\n> one\n> _two_\nthree\n```\na\n\nb\n```\nend'))
  expect(rows.map((row) => drawn(stretches(row)))).toEqual([
    '<bold>Hi</bold>\n',
    '\n',
    '<blockquote>one\n<italic>two</italic></blockquote>',
    'three\n',
    '<pre>a\n\nb</pre>',
    'end',
  ])
  expect(rows.map(({ text }) => text).join('')).toBe(
    parse('*Hi*\n\n> one\n> _two_\nthree\n```\na\n\nb\n```\nend').text,
  )
})

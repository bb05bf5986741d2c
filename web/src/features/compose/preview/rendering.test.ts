import { parse } from '@carillon/contract/content/markup'
import { expect, test } from 'vitest'
import { type Stretch, stretches } from './rendering.ts'

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

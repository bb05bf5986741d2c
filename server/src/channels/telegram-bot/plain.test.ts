import { TELEGRAM_TEXT_MAX } from '@carillon/contract/content/entities'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { plainOf } from './plain.ts'

test.each([
  [
    'words that are only formatted',
    '*Tonight* _at_ `eight`\n> bring a friend',
    'Tonight at eight\nbring a friend',
  ],
  [
    'a link',
    'See [the plan](https://intranet/plan) today',
    'See the plan (https://intranet/plan) today',
  ],
  [
    'two links, one with a style inside',
    '[One *by*](https://example.org/1) and [two](https://example.org/2).',
    'One by (https://example.org/1) and two (https://example.org/2).',
  ],
  ['a link in a quote', '> look [here](https://example.org/)', 'look here (https://example.org/)'],
  [
    'an address that is a link to itself',
    '[intranet/plan](https://intranet/plan/)',
    'intranet/plan',
  ],
  [
    'an address that leads elsewhere than it says',
    '[example.org](https://example.com/)',
    'example.org (https://example.com/)',
  ],
])('%s says the same without its formatting', (_what, text, plain) => {
  expect(plainOf(compile({ kind: 'text', text }), TELEGRAM_TEXT_MAX)).toEqual({
    text: plain,
    entities: [],
  })
})

test('what was hidden never lies open', () => {
  expect(
    plainOf(
      compile({ kind: 'text', text: 'The murderer is ||the *gardener*||' }),
      TELEGRAM_TEXT_MAX,
    ),
  ).toBeUndefined()
})

test('what grows too long with its addresses is not said', () => {
  const link = '[here](https://intranet/)'
  const space = TELEGRAM_TEXT_MAX - 'here (https://intranet/)'.length
  expect(
    plainOf(compile({ kind: 'text', text: 'x'.repeat(space - 1) + ' ' + link }), TELEGRAM_TEXT_MAX)
      ?.text,
  ).toHaveLength(TELEGRAM_TEXT_MAX)
  expect(
    plainOf(compile({ kind: 'text', text: 'x'.repeat(space) + ' ' + link }), TELEGRAM_TEXT_MAX),
  ).toBeUndefined()
})

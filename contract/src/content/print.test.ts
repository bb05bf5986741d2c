import { expect, test } from 'vitest'
import type { Entity } from './entities.ts'
import { parse } from './markup.ts'
import { escape, print } from './print.ts'

test.for<[markup: string, printed: string]>([
  ['_*a*_', '*_a_*'],
  ['*[a](tg:b)*', '[*a*](tg:b)'],
  ['[ a ](tg:b)', ' [a](tg:b) '],
  ['[a](https://a.example/(b))', '[a](https://a.example/\\(b\\))'],
  ['*a `b` c*', '*a* `b` *c*'],
  ['```\na\n```', '```a```'],
  ['```js\na\n```', '```js\na\n```'],
  ['```a\nb```', '```\na\nb\n```'],
  ['````\na ``` b\n````', '````a ``` b````'],
  ['-*\\-a*', '-*\\-a*'],
  ['> ```\n> a\n> b\n> ```\n> c', '> ```\n> a\n> b\n> ```\n> c'],
  ['\\> a\n\\>b', '\\> a\n>b'],
])('%j is printed as %j', ([markup, printed]) => {
  expect(print(parse(markup))).toBe(printed)
})

test.for([
  'snake_case_name, 2*3*4, a | b, 5 * 3',
  '* one\n* two',
  'https://a.example/_b_?c=*d*e',
  '[not] a link, (nor this)',
  'C: ~ D:',
  '^_^ -_-',
])('%j needs no escape', (text) => {
  expect(print({ text, entities: [] })).toBe(text)
})

test.for([
  '*a*',
  '_',
  'a]b[',
  '](https://a.example)',
  '(https://a.example)',
  'https://a.example/_',
  '> a',
  '`a',
  '\\',
  '{{n}}',
])('an escaped %j is itself wherever it is put', (value) => {
  const put = escape(value)
  expect(parse(`a *${put}* b`).text).toBe(`a ${value} b`)
  expect(parse(`${put}${put}`)).toEqual({ text: `${value}${value}`, entities: [] })
  expect(parse(`[a]${put}`)).toEqual({ text: `[a]${value}`, entities: [] })
  expect(parse(`[x${put}](tg:a)`).text).toBe(`x${value}`)
})

test('printing does not fail for values that no markup produces', () => {
  const entities: Entity[] = [
    { type: 'bold', offset: -3, length: 99 },
    { type: 'italic', offset: 1, length: 3 },
    { type: 'code', offset: 2, length: 9 },
    { type: 'blockquote', offset: 2, length: 1 },
    { type: 'spoiler', offset: Number.NaN, length: Number.POSITIVE_INFINITY },
    { type: 'text_link', offset: 3, length: 0, url: '' },
  ]
  expect(print({ text: 'a\nb c', entities })).toEqual(expect.any(String))
})

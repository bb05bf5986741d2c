import { expect, test } from 'vitest'
import { parse, variablesIn } from './markup.ts'
import { fill } from './variables.ts'

const values = {
  group: '*Choir* [x](https://evil.example) `now`',
  date: '1 May',
  time: '18:00',
  n: '7',
}

test('a title with markup adds no formatting, links or variables', () => {
  const { text, entities } = parse('Hello *{{group}}*, {{time}}', values)
  expect(text).toBe(`Hello ${values.group}, 18:00`)
  expect(entities).toEqual([{ type: 'bold', offset: 6, length: values.group.length }])
  expect(parse('{{group}}', { ...values, group: '{{n}}' }).text).toBe('{{n}}')
})

test('formatting does not depend on the values of variables', () => {
  expect(parse('No. {{n}}*now*', values).entities).toEqual([{ type: 'bold', offset: 5, length: 3 }])
})

test.for([
  ['a backslash keeps the braces', '\\{{group}}', '{{group}}'],
  ['code is code', '`{{group}}`', '{{group}}'],
  ['an address is an address', 'https://a.example/{{group}}', 'https://a.example/{{group}}'],
  ['other braces are text', '{{}} {group} {{a.b}} { {n}}', '{{}} {group} {{a.b}} { {n}}'],
  ['a name that does not exist stays', '{{grp}}', '{{grp}}'],
  ['capitals and spaces are allowed', '{{ Time }}{{TIME}}', '18:0018:00'],
  ['a brace around is text', '{{{n}}}', '{7}'],
] as const)('%s', ([, markup, text]) => {
  expect(parse(markup, values).text).toBe(text)
})

test('all names are listed, also in quotes and links, but not what is only text', () => {
  const markup = '> {{group}}\n[{{Nme}}](https://a.example) \\{{date}} `{{time}}` {{n}}'
  expect([...variablesIn(markup)]).toEqual(['group', 'nme', 'n'])
})

test('poll answers and button texts may have variables but no markup', () => {
  expect(fill('*{{time}}* \\{{n}} {{no}}', values)).toBe('*18:00* {{n}} {{no}}')
})

import { expect, test } from 'vitest'
import { parse } from './markup.ts'
import { print } from './print.ts'
import { shownOnWhatsapp } from './whatsapp.ts'

test.each([
  ['see [the plan](https://a.example/)', 'see the plan (https://a.example/)'],
  ['[a.example](https://a.example/)!', 'a.example!'],
  ['*all [here](https://a.example) now* _then_', '*all here (https://a.example) now* _then_'],
  ['*see [here](https://a.example)*, you', '*see here (https://a.example)*, you'],
  ['[see *here*](https://a.example), _you_', 'see *here* (https://a.example), _you_'],
  ['[a](https://a.example) [b](https://b.example)', 'a (https://a.example) b (https://b.example)'],
])('the address of a link stands after its words: %s', (markup, shown) => {
  expect(print(shownOnWhatsapp(parse(markup)))).toBe(print(parse(shown)))
})

test('the text and the address of a button are below the text', () => {
  const plan = { text: 'The plan', url: 'https://a.example/plan' }
  const bare = { text: 'a.example', url: 'https://a.example/' }
  const rows = [[plan, bare], [{ text: 'Nowhere yet', url: '' }]]
  expect(shownOnWhatsapp(parse('*Hello*  '), rows).text).toBe(
    'Hello\n\nThe plan: https://a.example/plan\nhttps://a.example/',
  )
  expect(shownOnWhatsapp(parse(''), [[plan]]).text).toBe('The plan: https://a.example/plan')
})

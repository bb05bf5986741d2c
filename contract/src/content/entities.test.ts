import { expect, test } from 'vitest'
import { lengthOf, TELEGRAM_ENTITIES_MAX, withinEntityLimit } from './entities.ts'
import { parse } from './markup.ts'

test('a length counts UTF-16 units', () => {
  expect(lengthOf('a👍')).toBe(3)
})

test('a text within the limit keeps all its entities', () => {
  const rich = parse('*a* '.repeat(TELEGRAM_ENTITIES_MAX))
  expect(withinEntityLimit(rich)).toEqual({ rich, dropped: 0 })
})

test('above the limit the last entities are dropped, and their number is returned', () => {
  const rich = parse('*a* '.repeat(TELEGRAM_ENTITIES_MAX + 2))
  const limited = withinEntityLimit(rich)
  expect(limited.dropped).toBe(2)
  expect(limited.rich).toEqual({ ...rich, entities: rich.entities.slice(0, -2) })
})

test('nested entities are dropped first', () => {
  const rich = parse('> *a* [_b_](tg:x)\n\n*c* `d`')
  const types = (max: number) => withinEntityLimit(rich, max).rich.entities.map(({ type }) => type)
  expect(types(6)).toEqual(['blockquote', 'bold', 'text_link', 'italic', 'bold', 'code'])
  expect(types(5)).toEqual(['blockquote', 'bold', 'text_link', 'bold', 'code'])
  expect(types(3)).toEqual(['blockquote', 'bold', 'code'])
  expect(types(0)).toEqual([])
})

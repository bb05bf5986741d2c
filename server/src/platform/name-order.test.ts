import { expect, test } from 'vitest'
import { inNameOrder } from './name-order.ts'

test('numbers in names are ordered as numbers, and capital letters make no difference', () => {
  const titles = ['Hall 120', 'choir', 'Hall 40', 'Éclair', 'Hall 160', 'Zoo', 'Hall 80']
  expect(inNameOrder(titles.map((title) => ({ title }))).map(({ title }) => title)).toEqual([
    'choir',
    'Éclair',
    'Hall 40',
    'Hall 80',
    'Hall 120',
    'Hall 160',
    'Zoo',
  ])
})

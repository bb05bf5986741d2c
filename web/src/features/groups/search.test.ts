import { expect, test } from 'vitest'
import { hasWords } from './search.ts'

const choir = { title: 'Élan Choir 🎶', channel: 'whatsapp' } as const

test('a group is found by parts of its name, in any order and without accents', () => {
  expect(hasWords(choir, 'choir ela')).toBe(true)
  expect(hasWords(choir, ' ÉLAN ')).toBe(true)
  expect(hasWords(choir, '🎶')).toBe(true)
  expect(hasWords(choir, 'choir board')).toBe(false)
})

test('a group is found by its network', () => {
  expect(hasWords(choir, 'what choir')).toBe(true)
  expect(hasWords(choir, 'telegram')).toBe(false)
})

test('without words every group is found', () => {
  expect(hasWords(choir, '  ')).toBe(true)
})

import { expect, test } from 'vitest'
import { spoken } from './spoken.ts'

test('variables are words, and other braces stay', () => {
  expect(spoken('Hello {{group}}, {{ date }}: no. {{n}} of {many} {{}}')).toBe(
    'Hello ‹group name›, ‹date›: no. ‹number› of {many} {{}}',
  )
})

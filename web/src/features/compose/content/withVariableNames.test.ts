import { expect, test } from 'vitest'
import { withVariableNames } from './withVariableNames.ts'

test('variables are words, and other braces stay', () => {
  expect(withVariableNames('Hello {{group}}, {{ date }}: no. {{n}} of {many} {{}}')).toBe(
    'Hello ‹group name›, ‹date›: no. ‹number› of {many} {{}}',
  )
})

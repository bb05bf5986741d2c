import { expect, test } from 'vitest'
import { openIdempotencyKeys } from './idempotencyKeys.ts'

test('a key is forgotten five minutes after it was last tried', () => {
  let now = 0
  const { keyFor } = openIdempotencyKeys(() => now)
  const first = keyFor('send')
  now += 5 * 60_000
  expect(keyFor('send')).toBe(first)
  now += 5 * 60_000 + 1
  expect(keyFor('send')).not.toBe(first)
})

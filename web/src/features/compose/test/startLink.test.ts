import { expect, test } from 'vitest'
import { renewedInMs } from './startLink.ts'

const now = Date.parse('2026-06-01T08:00:00.000Z')
const endingIn = (seconds: number) => ({ expiresAt: new Date(now + seconds * 1_000).toISOString() })

test('a Start link is renewed a minute before it ends', () => {
  expect(renewedInMs(endingIn(15 * 60), now)).toBe(14 * 60_000)
})

test('one that is about to end, or has ended by a clock that goes wrong, is renewed once a minute', () => {
  expect(renewedInMs(endingIn(70), now)).toBe(60_000)
  expect(renewedInMs(endingIn(-3_600), now)).toBe(60_000)
})

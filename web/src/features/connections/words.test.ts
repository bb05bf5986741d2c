import { expect, test } from 'vitest'
import { closedReason } from './words.ts'

const active = { status: 'active' } as const

test.for([
  ['banned', 'It was banned.', 'It was banned.'],
  ['needs_pairing', undefined, 'Gets nothing: number not linked.'],
  ['restricted', 'For an hour.', undefined],
  ['reconnecting', undefined, undefined],
  ['connected', undefined, undefined],
] as const)('a group of a number that is %s: %s is told as %s', ([status, reason, told]) => {
  const connection = { channel: 'whatsapp', status, ...(reason ? { reason } : {}) } as const
  expect(closedReason(active, connection)).toBe(told)
})

test('the reason of the group comes before that of its number', () => {
  const connection = { channel: 'whatsapp', status: 'banned', reason: 'It was banned.' } as const
  const group = { status: 'suspended', reason: 'Your plan has room for fewer groups.' } as const
  expect(closedReason(group, connection)).toBe(group.reason)
})

import { expect, test } from 'vitest'
import { awayWords } from './words.ts'

/** By a clock of twenty-four hours or of twelve, as this machine has it. */
const away = (outage: Parameters<typeof awayWords>[0]) =>
  awayWords(outage, short, 'UTC').replace(/\s?PM/u, '')

const NONE = { late: 0, skipped: 0, failed: 0 }
const short = (at: string) => (at < '2026-11-23' ? 'Sun 22 Nov, 23:50' : 'today, 12:04')

test('an outage says when it was and what it did', () => {
  const from = '2026-11-23T12:04:00Z'
  const over = { from, until: '2026-11-23T12:31:00Z' }
  expect(away({ ...over, ...NONE, late: 3, skipped: 1 })).toBe(
    'Away today, 12:04–12:31: 3 copies of messages went late, 1 was skipped.',
  )
  expect(away({ ...over, ...NONE })).toBe('Away today, 12:04–12:31. No message was due.')
  expect(away({ from, until: null, ...NONE, late: 1 })).toBe(
    'Away since today, 12:04: 1 copy of a message waits.',
  )
  expect(away({ from: '2026-11-22T23:50:00Z', until: from, ...NONE, failed: 2 })).toBe(
    'Away Sun 22 Nov, 23:50–today, 12:04: 2 copies of messages failed.',
  )
})

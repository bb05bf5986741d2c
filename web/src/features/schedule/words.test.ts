import { expect, test } from 'vitest'
import { wallClock } from '../../ui/time/words.ts'
import { clockRulesWords } from './words.ts'

test('a slot whose clock this browser shows otherwise is told in the time that was asked for', () => {
  const slot = { at: '2026-12-06T02:30:00.000Z', local: '2026-12-06T02:30' }
  expect(clockRulesWords(slot, 'UTC')).toBe('')
  const words = clockRulesWords(slot, 'Europe/Berlin')
  expect(words).toContain(`sent at ${wallClock('02:30')} there`)
  expect(words).toContain(`this browser shows as ${wallClock('03:30')}.`)
})

test('a time that the clocks skip is no other rule', () => {
  const slot = { at: '2027-03-28T01:30:00.000Z', local: '2027-03-28T02:30' } as const
  expect(clockRulesWords({ ...slot, mark: 'gap_shifted' }, 'Europe/Berlin')).toBe('')
})

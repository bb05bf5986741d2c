import type { Delivery } from '@carillon/contract/deliveries'
import { expect, test } from 'vitest'
import { latenessInWords, onceMoreWords, punctualWords, reasonWords } from './words.ts'

test('lateness is told in the unit that fits, and not at all while nobody would notice', () => {
  const sent = (latenessMs: number | null) =>
    punctualWords({ latenessMs, dueAt: '2026-06-01T08:07:00.000Z', attempts: [] })
  expect(sent(null)).toBe('on time')
  expect(sent(9_999)).toBe('on time')
  expect(sent(12_000)).toBe('12 seconds late')
  expect(latenessInWords(240)).toBe('Within the second')
  expect(latenessInWords(1_200)).toBe('1 second late')
  expect(latenessInWords(5 * 60_000)).toBe('5 minutes late')
  expect(latenessInWords(3 * 3_600_000)).toBe('3 hours late')
})

test('what was tried again by hand is not called on time', () => {
  const opened = (openedAt: string) => ({ openedAt }) as Delivery['attempts'][number]
  const attempts = [opened('2026-06-01T08:07:01.000Z'), opened('2026-06-01T08:35:00.000Z')]
  const dueAt = '2026-06-01T08:35:00.000Z'
  expect(punctualWords({ latenessMs: 300, dueAt, attempts })).toBe('on a later try')
  expect(punctualWords({ latenessMs: 300, dueAt, attempts: attempts.slice(1) })).toBe('on time')
})

test('what happens to a copy that is sent again is told for each network', () => {
  expect(onceMoreWords('telegram-bot')).toBe(
    'Then it is sent again. If it is there already, the group gets it twice.',
  )
  expect(onceMoreWords('whatsapp')).toBe(
    'Then it is sent again. Phones that got it before show nothing new, even if it was deleted there.',
  )
})

test('of a group that was removed it is not told what to do there', () => {
  const reason = 'The bot may not write there. Make it an admin, or allow members to send messages.'
  expect(reasonWords(reason, false)).toBe(reason)
  expect(reasonWords(reason, true)).toBe('The bot may not write there.')
  expect(reasonWords('Not found', true)).toBe('Not found')
  expect(reasonWords(undefined, true)).toBeUndefined()
})

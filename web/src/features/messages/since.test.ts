import { expect, test } from 'vitest'
import { isGone, sinceWords } from './since.ts'

const content = { kind: 'text' as const, text: 'New' }
const sent = { sent: 3, edited: null, deleted: 0, deletedAt: null }
const words = (
  since: Parameters<typeof sinceWords>[0],
  network: 'telegram' | 'whatsapp' = 'telegram',
) => sinceWords(since, network, (at) => at.slice(11, 16))

test('what became of all that was sent is told with its time', () => {
  const at = '2026-06-01T07:30:00.000Z'
  const edited = { at, content, on: { telegram: at } }
  const deletedAt = '2026-06-01T08:00:00.000Z'
  expect(words(sent)).toBeUndefined()
  expect(words({ ...sent, edited })).toBe('Edited 07:30')
  // There its words stayed as they were.
  expect(words({ ...sent, edited }, 'whatsapp')).toBeUndefined()
  expect(words({ ...sent, edited, deleted: 2, deletedAt })).toBe(
    'Edited 07:30 · Deleted in 2 of 3 groups, 08:00',
  )
  expect(words({ ...sent, deleted: 3, deletedAt })).toBe('Deleted 08:00')
  expect([sent, { ...sent, deleted: 2 }, { ...sent, deleted: 3 }].map(isGone)).toEqual([
    false,
    false,
    true,
  ])
})

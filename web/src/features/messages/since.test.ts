import { expect, test } from 'vitest'
import { isToCome, sinceWords } from './since.ts'
import { isGone } from './words.ts'

const sent = { sent: 3, deleted: 0, deletedAt: null }
const copy = { sentAt: '2026-06-01T07:00:00.000Z', editedAt: null }
const words = (of: Parameters<typeof sinceWords>[0], run: Parameters<typeof sinceWords>[1]) =>
  sinceWords(of, run, (at) => at.slice(11, 16))

test('what became of a copy that was sent is told with its time', () => {
  const edited = { ...copy, editedAt: '2026-06-01T07:30:00.000Z' }
  const deletedAt = '2026-06-01T08:00:00.000Z'
  expect(words(copy, sent)).toBeUndefined()
  expect(words(edited, sent)).toBe('Edited 07:30')
  expect(words(edited, { ...sent, deleted: 2, deletedAt })).toBe(
    'Edited 07:30 · Deleted in 2 of 3 groups, 08:00',
  )
  expect(words(copy, { ...sent, deleted: 3, deletedAt })).toBe('Deleted 08:00')
  expect(words({ ...copy, sentAt: null }, sent)).toBe('May have been sent')
  expect([sent, { ...sent, deleted: 2 }, { ...sent, deleted: 3 }].map(isGone)).toEqual([
    false,
    false,
    true,
  ])
})

test('what has not been tried yet is still to come, as what is being sent', () => {
  const statuses = ['planned', 'sending', 'partly', 'skipped'] as const
  expect(statuses.filter((status) => isToCome({ status }))).toEqual(['planned', 'sending'])
})

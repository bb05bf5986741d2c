import type { Result } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { resultsWords } from './words.ts'

const results = (...statuses: Result['status'][]) =>
  statuses.map((status, n) => ({ occurrenceId: `o${n}`, at: '2026-12-01T09:00:00Z', status }))

test('a row of dots says what it shows, the newest by itself', () => {
  expect(resultsWords(results('failed', 'done', 'done'))).toBe(
    'Last 3 runs: 1 failed, 2 sent; the latest failed',
  )
  expect(resultsWords(results('done'))).toBe('Last 1 run: 1 sent')
})

test('a run whose time had passed was missed, not skipped', () => {
  const [missed] = results('skipped')
  expect(resultsWords([{ ...missed!, missed: true }, ...results('skipped')])).toBe(
    'Last 2 runs: 1 missed, 1 skipped; the latest missed',
  )
})

import { expect, test } from 'vitest'
import { countsWords, durationWords, punctualityWords, sumOf } from './words.ts'

const none = { sent: 0, failed: 0, skipped: 0, unconfirmed: 0, skippedRuns: 0 }

test('what became of the copies of a day is told, and only what there is', () => {
  expect(countsWords(none)).toBe('nothing was due')
  expect(countsWords({ ...none, sent: 1 })).toBe('1 copy sent')
  const day = { sent: 1_200, failed: 1, skipped: 2, unconfirmed: 1, skippedRuns: 1 }
  expect(countsWords(day)).toBe(
    '1,200 copies sent, 3 not sent, 1 may have been sent, 1 run skipped',
  )
  expect(countsWords(sumOf([day, { ...none, failed: 1 }]))).toContain('1,200 copies sent, 4 not')
  expect(countsWords({ ...none, failed: 1 })).toBe('0 copies sent, 1 not sent')
})

test('how punctual copies were is told by half of them, and by the slowest', () => {
  const told = (sent: number) => punctualityWords({ sent, p50Ms: 80, p95Ms: 1_240, p99Ms: 65_000 })
  expect(told(0)).toBe('Nothing was sent in the last 24 hours.')
  expect(told(1)).toContain('within 65 seconds of its time')
  expect(told(99)).toContain('half within 0.1 seconds of their time, all within 65 seconds.')
  expect(told(100)).toContain('95 of 100 within 1.3 seconds, 99 of 100 within 65 seconds.')
})

test.for([
  [0, '0.1 seconds'],
  [1_000, '1 second'],
  [9_900, '9.9 seconds'],
  [9_901, '10 seconds'],
  [89_000, '89 seconds'],
  [89_001, '2 minutes'],
  [5_400_000, '2 hours'],
] as const)('%i ms are told as %s', ([ms, words]) => {
  expect(durationWords(ms)).toBe(words)
})

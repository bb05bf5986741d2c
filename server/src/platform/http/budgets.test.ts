import { expect, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { minutes, seconds } from '../clock.ts'
import { readLimits } from '../server-limits.ts'
import { tokenBuckets } from './buckets.ts'
import { openBudgets } from './budgets.ts'

const START = '2026-06-01T08:00:00.000Z'

test('a bucket gives what it holds at once, then what flows in, each key by itself', () => {
  const clock = heldClock(START)
  const buckets = tokenBuckets({ capacity: 3, perMinute: 10 }, clock)
  expect([1, 2, 3, 4].map(() => buckets.take('ada'))).toEqual([0, 0, 0, 6_000])
  expect(buckets.take('bea')).toBe(0)
  clock.advance(seconds(5))
  expect(buckets.take('ada')).toBe(1_000)
  clock.advance(seconds(1))
  expect([1, 2].map(() => buckets.take('ada'))).toEqual([0, 6_000])
  clock.advance(minutes(60))
  expect([1, 2, 3, 4].map(() => buckets.take('ada'))).toEqual([0, 0, 0, 6_000])
})

test('the keys used longest ago are forgotten first', () => {
  const buckets = tokenBuckets({ capacity: 1, perMinute: 1 }, heldClock(START), 2)
  expect(['ada', 'bea', 'ada', 'eve', 'ada', 'bea'].map((key) => buckets.take(key) > 0)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ])
})

function open(env: Record<string, string>) {
  const clock = heldClock(START)
  return { clock, budgets: openBudgets(readLimits(env).limits, clock) }
}

test('a person may ask a network often at once, then so often a minute', async () => {
  const { clock, budgets } = open({ LIMIT_ASKING_AT_ONCE: '12' })
  const ask = (userId = 'ada') => budgets.run(userId, 'asks', async () => 'asked')
  for (let n = 0; n < 12; n++) expect(await ask()).toBe('asked')
  await expect(ask()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'You have checked or sent too often in the last minutes. Try again in 6 seconds.',
    retryAfter: 6,
  })
  expect(await ask('bea')).toBe('asked')
  expect(await budgets.run('ada', undefined, async () => 'read')).toBe('read')
  clock.advance(seconds(6))
  expect(await ask()).toBe('asked')
})

test('of the heavy reads of one person some run, some wait, and the rest are refused', async () => {
  const { budgets } = open({ LIMIT_HEAVY_READS: '2', LIMIT_HEAVY_READS_WAITING: '1' })
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun: number[] = []
  const read = (n: number, userId = 'ada') =>
    budgets.run(userId, 'heavy', async () => {
      begun.push(n)
      await end
    })
  const reads = [read(1), read(2), read(3)]
  await expect(read(4)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 2 })
  reads.push(read(5, 'bea'))
  expect(begun).toEqual([1, 2, 5])
  resolve()
  await Promise.all(reads)
  expect(begun).toEqual([1, 2, 5, 3])
  await read(6)
})

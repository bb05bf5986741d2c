import { expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { limits, waitMs, waitWords } from './limits.ts'

const now = new Date('2026-06-01T08:00:00Z')
const ago = (...ms: number[]) => ms.map((one) => new Date(now.getTime() - one))

test('the wait lasts until the oldest try of a full window falls out of it', () => {
  const twice = [{ max: 2, withinMs: minutes(10) }]
  expect(waitMs([], twice, now)).toBe(0)
  expect(waitMs(ago(minutes(1)), twice, now)).toBe(0)
  expect(waitMs(ago(minutes(4), minutes(1)), twice, now)).toBe(minutes(6))
  expect(waitMs(ago(minutes(10), minutes(1)), twice, now)).toBe(0)
  expect(waitMs(ago(minutes(9), minutes(8), minutes(2)), twice, now)).toBe(minutes(2))
})

test('of several limits the longest wait counts', () => {
  const tries = ago(minutes(50), minutes(40), minutes(30), minutes(20), seconds(10))
  expect(waitMs(tries, limits.code, now)).toBe(minutes(10))
  expect(waitMs(tries.slice(1), limits.code, now)).toBe(seconds(50))
})

test('waits are told as people tell them', () => {
  expect([1, seconds(59), seconds(90)].map(waitWords)).toEqual([
    '1 second',
    '59 seconds',
    '90 seconds',
  ])
  expect([seconds(91), hours(2)].map(waitWords)).toEqual(['2 minutes', '120 minutes'])
  expect(waitWords(hours(17) + 1)).toBe('18 hours')
})

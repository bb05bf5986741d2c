import { expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { limits, networkOf, waitMs, waitWords } from './limits.ts'

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

test('an IPv6 customer is one network, an IPv4 address is one', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:0DB8:0:0:ffff:1:2:3'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(networkOf('::1')).toBe('0:0:0:0')
})

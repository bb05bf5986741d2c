import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test('an IPv6 customer is one network, an IPv4 address is one', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:c000:207')).toBe('192.0.2.7')
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:0DB8:0:0:ffff:1:2:3'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2'))
  expect(networkOf('::1')).toBe('::')
  expect(networkOf('unknown')).toBe('unknown')
})

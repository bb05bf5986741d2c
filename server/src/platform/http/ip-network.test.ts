import { expect, test } from 'vitest'
import { ipNetworkOf } from './ip-network.ts'

test('an IPv6 customer is one network, an IPv4 address is one', () => {
  expect(ipNetworkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(ipNetworkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(ipNetworkOf('::ffff:c000:207')).toBe('192.0.2.7')
  expect(ipNetworkOf('2001:db8::1')).toBe(ipNetworkOf('2001:0DB8:0:0:ffff:1:2:3'))
  expect(ipNetworkOf('2001:db8:0:1::1')).not.toBe(ipNetworkOf('2001:db8::1'))
  expect(ipNetworkOf('fe80::1%eth0')).toBe(ipNetworkOf('fe80::2'))
  expect(ipNetworkOf('::1')).toBe('::')
  expect(ipNetworkOf('unknown')).toBe('unknown')
})

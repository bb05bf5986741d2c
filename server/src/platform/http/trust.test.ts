import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { clientIp, trustOf } from './trust.ts'

/** A request that came through two proxies, as the server sees it; the sender made up the first address. */
function forwarded(): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' })
  const request = new IncomingMessage(socket)
  request.headers['x-forwarded-for'] = '203.0.113.66, 198.51.100.7, 10.0.0.5'
  return request
}

test.for([
  [false, '127.0.0.1'],
  [1, '10.0.0.5'],
  [2, '198.51.100.7'],
  [['loopback'], '10.0.0.5'],
  [['loopback', '10.0.0.0/8'], '198.51.100.7'],
  [['192.0.2.1'], '127.0.0.1'],
] as const)(
  'a request that came through proxies, of which %o are trusted, is of %s',
  ([setting, ip]) => {
    expect(clientIp(forwarded(), trustOf(setting))).toBe(ip)
  },
)

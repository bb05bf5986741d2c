import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { openLive } from '../../../test/live.ts'
import { onOneConnection, wireGet } from '../../../test/wire.ts'

// One server for all of these tests: they only read.
let app: TestApp & { close(): Promise<void> }
let port: number

beforeAll(async () => {
  app = await openTestApp()
  port = Number(new URL((await openLive(app)).url).port)
})
afterAll(() => app.close())

const upgrade = (protocol: string) => ['Connection: Upgrade', `Upgrade: ${protocol}`]
const webSocket = [
  ...upgrade('websocket'),
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

test.for([
  ['h2c', '/healthz', upgrade('h2c'), '200'],
  ['h2c at the address of live connections', '/socket.io', upgrade('h2c'), '400'],
  ['a WebSocket elsewhere', '/healthz', webSocket, '200'],
  ['a WebSocket at an address that only begins alike', '/socket.iox', webSocket, '400'],
  ['a WebSocket below the address', '/socket.io/x', webSocket, '400'],
] as const)(
  'an offer to upgrade to %s is answered like any request, on a kept connection as well',
  async ([, path, headers, status]) => {
    const offer = wireGet(path, ...headers)
    expect(await onOneConnection(port, [offer])).toEqual([status])
    expect(await onOneConnection(port, [wireGet('/healthz'), offer, wireGet('/healthz')])).toEqual([
      '200',
      status,
      '200',
    ])
  },
)

test('a live connection is opened on a connection that was used before, too', async () => {
  const live = wireGet('/socket.io/?EIO=4&transport=websocket', ...webSocket)
  expect(await onOneConnection(port, [wireGet('/healthz'), live])).toEqual(['200', '101'])
})

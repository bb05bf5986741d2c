import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openWhatsapp } from './testing.ts'

test.each([
  ['words of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n'), /introduce itself/],
  ['noise', Buffer.concat([Buffer.from('WA\x06\x03\0\0\x20'), randomBytes(32)]), /./],
  ['a handshake without a key', Buffer.from('WA\x06\x03\0\0\0'), /has no key/],
])('who sends %s is hung up on, and the others go on', async (_, bytes, words) => {
  const { whatsapp, client } = await openWhatsapp()
  const stranger = new WebSocket(whatsapp.endpoint.webSocketUrl)
  await once(stranger, 'open')
  stranger.send(bytes)
  await once(stranger, 'close')
  expect(whatsapp.violations.splice(0)).toEqual([expect.stringMatching(words)])
  expect(await client.shown(client.connect())).toMatch(/^https:/)
})

test('a page that reached the server by a name of its own is turned away', async () => {
  const { whatsapp } = await openWhatsapp()
  const headers = { host: 'evil.example' }
  const stranger = new WebSocket(whatsapp.endpoint.webSocketUrl, { headers })
  const [error] = await once(stranger, 'error').catch((thrown: Error) => [thrown])
  expect(String(error)).toContain('401')
})

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { telegramBot } from './channel.ts'

test('a connection that breaks while a file is on its way leaves no doubt', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const apiRoot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log = createLog('silent')
  const channel = telegramBot({ apiRoot, clock: systemClock, random: systemRandom, log })
  onTestFinished(() => channel.close())
  const credentials = `1:${'t'.repeat(35)}`
  const outcome = await channel.send({
    account: {
      id: 'account',
      externalId: '1',
      identity: '@choir_bot',
      username: 'choir_bot',
      name: 'Choir',
      credentials,
      updateOffset: null,
    },
    deliveryId: 'delivery',
    externalId: '-1001',
    topicId: null,
    content: { kind: 'media', text: '', media: [{ mediaId: 'film', kind: 'video' }] },
    files: [
      {
        mediaId: 'film',
        kind: 'video',
        fileName: 'film.mp4',
        mimeType: 'video/mp4',
        bytes: 20_000_000,
        open: film,
      },
    ],
    plain: false,
    signal: AbortSignal.timeout(10_000),
  })
  expect(outcome).toMatchObject({ kind: 'retry', scope: 'account', code: 'unreachable' })
})

/** More than the buffers of a connection take. */
const film = () =>
  Readable.from(
    Array.from({ length: 200 }, () => Buffer.alloc(100_000)),
    { objectMode: false },
  )

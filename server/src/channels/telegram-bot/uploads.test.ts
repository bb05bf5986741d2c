import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { heldClock } from '../../../test/held-clock.ts'
import { seconds } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import type { SendRequest } from '../port/sending.ts'
import { telegramBot } from './channel.ts'

test('a connection that breaks while a file is on its way leaves no doubt', async () => {
  const { outcome } = await send({ begun: (socket) => socket.resetAndDestroy() })
  expect(await outcome).toMatchObject({ kind: 'retry', scope: 'account', code: 'unreachable' })
})

test('a proxy that finds a file too large refuses it, and stops nobody else', async () => {
  const page = '<html>Too large</html>'
  const head = `HTTP/1.1 413 Too Large\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`
  const { outcome } = await send({
    begun(socket) {
      socket.resume().write(`${head}\r\nConnection: close\r\n\r\n${page}`)
    },
  })
  expect(await outcome).toMatchObject({
    kind: 'refused',
    code: 'bad_media',
    reason: 'It is larger than Telegram accepts.',
  })
})

test('a proxy that refuses an upload stops that delivery alone', async () => {
  const page = '<html>Not through here</html>'
  const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: ${page.length}`
  const { outcome } = await send({
    begun(socket) {
      socket.resume().write(`${head}\r\nConnection: close\r\n\r\n${page}`)
    },
  })
  expect(await outcome).toMatchObject({ kind: 'retry', scope: 'delivery', code: 'unreachable' })
})

test('a line too slow for a file stops that delivery alone', async () => {
  const deadline = new AbortController()
  const { outcome } = await send({ begun: () => deadline.abort(), signal: deadline.signal })
  expect(await outcome).toMatchObject({ kind: 'retry', scope: 'delivery', code: 'unreachable' })
})

test('storage that hangs stops that delivery alone, whoever ends the request', async () => {
  const clock = heldClock('2026-06-01T08:00:00Z')
  const { outcome } = await send({
    clock,
    open: hanging,
    begun(socket) {
      clock.advance(seconds(60))
      socket.resetAndDestroy()
    },
  })
  expect(await outcome).toMatchObject({ kind: 'retry', scope: 'delivery', code: 'media_away' })
})

test('a process that lets go ends an upload at once, and that is no try', async () => {
  const letGo = new AbortController()
  const { outcome } = await send({ begun: () => letGo.abort(), letGo: letGo.signal })
  const certain = { kind: 'retry', scope: 'delivery', waitMs: 0 }
  expect(await outcome).toMatchObject(certain)
  const late = await send({ begun: () => {}, letGo: letGo.signal })
  expect(await late.outcome).toMatchObject(certain)
  expect(late.connections()).toBe(0)
})

/** Sends a video to a server that does this when the request begins. */
async function send({
  begun,
  clock = heldClock('2026-06-01T08:00:00Z'),
  open = film,
  signal = AbortSignal.timeout(seconds(10)),
  letGo = new AbortController().signal,
}: Partial<Pick<SendRequest, 'signal' | 'letGo'>> & {
  begun: (socket: Socket) => void
  clock?: ReturnType<typeof heldClock>
  open?: () => Readable
}) {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => {})
    socket.once('data', () => {
      // Nobody reads on, unless `begun` does.
      socket.pause()
      begun(socket)
    })
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const apiRoot = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const channel = telegramBot({ apiRoot, clock, random: systemRandom, log: createLog('silent') })
  onTestFinished(() => channel.close())
  const account = { externalId: '1', identity: '@choir_bot', username: 'choir_bot', name: 'Choir' }
  const file = {
    mediaId: 'film',
    kind: 'video',
    fileName: 'film.mp4',
    mimeType: 'video/mp4',
  } as const
  const outcome = channel.send({
    account: { ...account, id: 'account', credentials: `1:${'t'.repeat(35)}`, updateOffset: null },
    deliveryId: 'delivery',
    externalId: '-1001',
    topicId: null,
    content: { kind: 'media', text: '', media: [{ mediaId: 'film', kind: 'video' }] },
    files: [{ ...file, bytes: 20_000_000, open }],
    plain: false,
    signal,
    letGo,
  })
  return { outcome, connections: () => connections }
}

/** More than the buffers of a connection take. */
const film = () =>
  Readable.from(
    Array.from({ length: 200 }, () => Buffer.alloc(100_000)),
    { objectMode: false },
  )

/** Gives something, and then nothing more. */
function hanging(): Readable {
  const stream = new Readable({ read() {} })
  stream.push(Buffer.alloc(1_000))
  return stream
}

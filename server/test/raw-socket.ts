import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestApp } from './test-app.ts'

/** The opcodes of WebSocket frames. */
const TEXT = 1
const PING = 9

/** A client that says what it likes, over TCP; `text` is all that it was sent, frames and headers included. */
export type RawSocket = {
  text(): string
  /** Resolves when what it was sent includes the words. */
  received(words: string): Promise<void>
  /** Sends packets of Engine.IO in one go, each in a frame of its own. */
  send(...packets: string[]): void
  ping(times: number): void
  write(bytes: string): void
  /** Stops to read, and goes on. */
  pause(): void
  resume(): void
  closed: Promise<unknown>
}

/** Connects to a server; with a path it asks for a WebSocket there. */
export async function openRaw(
  app: TestApp,
  url: string,
  path?: string,
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const wire = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  app.atEnd(() => wire.destroy())
  await once(wire, 'connect')
  const raw = follow(wire)
  if (path) raw.write(upgradeTo(path, headers))
  return raw
}

/** The request for a WebSocket. */
export const upgradeTo = (path: string, headers: Record<string, string> = {}) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

export const LIVE_PATH = '/socket.io?EIO=4&transport=websocket'

function follow(wire: Socket): RawSocket {
  let text = ''
  const changed = new EventTarget()
  wire.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    changed.dispatchEvent(new Event('text'))
  })
  // The server may end it in the middle of what we send.
  wire.on('error', () => {})
  const closed = new Promise((resolve) => {
    wire.once('end', resolve)
    wire.once('close', resolve)
  })
  return {
    closed,
    text: () => text,
    async received(words) {
      while (!text.includes(words)) await once(changed, 'text')
    },
    send: (...packets) => void wire.write(Buffer.concat(packets.map((it) => frame(TEXT, it)))),
    ping: (times) => void wire.write(Buffer.concat(Array.from({ length: times }, pingFrame))),
    write: (bytes) => void wire.write(bytes),
    pause: () => void wire.pause(),
    resume: () => void wire.resume(),
  }
}

const pingFrame = () => frame(PING, 'ping')

/** A whole frame, masked with zeros as a client must. */
function frame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), payload])
}

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { tokenBuckets } from '../platform/http/buckets.ts'
import type { LiveSocket } from './entry.ts'

/** How long a client may take until it is let in, in milliseconds; a token may have to be fetched first. */
const ENTRY_MS = seconds(10)

/** How long a WebSocket that was closed in order may take to say goodbye, in milliseconds. */
const GOODBYE_MS = seconds(1)

/** What Socket.IO's messages begin with. */
const CONNECT = '0'
const CONNECT_ERROR = '4'

type Conn = LiveSocket['conn']
type Packet = { type: string; data?: string | Buffer }

/** One client of Engine.IO, let in or not. */
export type Connection = {
  /** Counts a packet; ends the connection when there were too many. */
  count(): void
  /** Whether it may move to a WebSocket: once. */
  mayUpgrade(): boolean
  /** The TCP connection of its WebSocket, which ends with it. */
  addWire(wire: Socket): void
  /** An answer to it that may wait to be read. */
  addAnswer(answer: ServerResponse): void
  /** Ends it at once, whatever is still to be sent. */
  end(): void
}

/**
 * Watches over one client: it shows one token and is let in soon, or ended once it knows why not. It is
 * ended, too, when it sends too much by polling, or does not read what it is sent.
 */
export function openConnection(ctx: Context, conn: Conn): Connection {
  const { clock, config } = ctx
  const mayGoOn = countFrames(ctx)
  const wires = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let heldBytes = 0
  let asked = false
  let entered = false
  let upgrades = 0

  function end() {
    conn.close(true)
    for (const wire of wires) wire.destroy()
  }

  const count = () => {
    if (!mayGoOn()) end()
  }
  const forget = clock.later(ENTRY_MS, () => {
    if (!entered) end()
  })
  conn.once('close', forget)
  conn.on('packet', receive)
  conn.on('packetCreate', send)
  conn.on('flush', () => void (heldBytes = 0))

  function receive({ type, data }: Packet) {
    // The frames of a WebSocket are counted where they arrive.
    if (conn.transport.name === 'polling') count()
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(CONNECT)) return
    if (asked) end()
    asked = true
  }

  function send({ type, data = '' }: Packet) {
    // A single event may be large: only what was already waiting counts.
    if (unsentBytes() > config.limits.socketBufferBytes) return end()
    heldBytes += Buffer.byteLength(data)
    if (type !== 'message' || typeof data !== 'string') return
    if (data.startsWith(CONNECT)) entered = true
    // It is told first, then the connection closes in order.
    else if (data.startsWith(CONNECT_ERROR)) setImmediate(() => conn.close())
  }

  const unsentBytes = () =>
    [...wires, ...answers].reduce((sum, { writableLength }) => sum + writableLength, heldBytes)

  return {
    count,
    mayUpgrade: () => ++upgrades === 1,
    addWire(wire) {
      wires.add(wire)
      conn.once('close', () => {
        const forgetWire = clock.later(GOODBYE_MS, () => wire.destroy())
        wire.once('close', forgetWire)
      })
    },
    addAnswer(answer) {
      answers.add(answer)
      answer.once('close', () => answers.delete(answer))
    },
    end,
  }
}

/** Counts the packets of one client; returns false for each that is one too many. */
export function countFrames({ clock, config }: Context): () => boolean {
  const capacity = config.limits.framesPerSecond
  const perMinute = capacity * (minutes(1) / seconds(1))
  const frames = tokenBuckets({ capacity, perMinute }, clock)
  return () => frames.take('') === 0
}

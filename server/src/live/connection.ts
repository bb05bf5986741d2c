import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { minutes, seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { tokenBuckets } from '../platform/http/buckets.ts'
import type { LiveSocket } from './entry.ts'

/** Most milliseconds from connecting to a valid token; the client may have to fetch one first. */
const ENTRY_MS = seconds(10)

/** How long a WebSocket that was closed in order may take to say goodbye, in milliseconds. */
const GOODBYE_MS = seconds(1)

/** The first characters of Socket.IO's messages. */
const CONNECT = '0'
const CONNECT_ERROR = '4'

type Conn = LiveSocket['conn']
type Packet = { type: string; data?: string | Buffer }

/** One client of Engine.IO, let in or not. */
export type Connection = {
  /** Counts a packet; ends the connection after too many. */
  count(): void
  /** Whether it may move to a WebSocket: once. */
  mayUpgrade(): boolean
  /** Adds the TCP socket of its WebSocket, which is destroyed when the connection ends. */
  addSocket(socket: Socket): void
  /** Adds a polling response that the client may not have read yet. */
  addAnswer(answer: ServerResponse): void
  /** Ends it at once, whatever is still to be sent. */
  end(): void
}

/**
 * Watches one client. It must present a token within ENTRY_MS; if that is refused, it is told why and then closed. It is
 * also ended if it sends too much by polling, or does not read what it is sent.
 */
export function openConnection(ctx: Context, conn: Conn): Connection {
  const { clock, config } = ctx
  const mayGoOn = countFrames(ctx)
  const sockets = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  let heldBytes = 0
  let asked = false
  let entered = false
  let upgrades = 0

  function end() {
    conn.close(true)
    for (const socket of sockets) socket.destroy()
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
    // The refusal is sent first, then the connection is closed.
    else if (data.startsWith(CONNECT_ERROR)) setImmediate(() => conn.close())
  }

  const unsentBytes = () =>
    [...sockets, ...answers].reduce((sum, { writableLength }) => sum + writableLength, heldBytes)

  return {
    count,
    mayUpgrade: () => ++upgrades === 1,
    addSocket(socket) {
      sockets.add(socket)
      conn.once('close', () => {
        const forgetSocket = clock.later(GOODBYE_MS, () => socket.destroy())
        socket.once('close', forgetSocket)
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

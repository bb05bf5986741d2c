import { ServerResponse, type IncomingMessage, type Server as HttpServer } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from '../platform/context.ts'
import { countFrames, openConnection, type Connection } from './connection.ts'
import type { LiveServer } from './entry.ts'
import type { IpNetworks } from './ip-networks.ts'

/** An upgrade request after Engine.IO has seen it: `websocket` is there if it took it. */
type Upgrade = IncomingMessage & { websocket?: WebSocket }
type WebSocket = {
  readyState: number
  on(event: 'message' | 'ping' | 'pong', callback: () => void): unknown
  removeAllListeners(event: 'message' | 'ping' | 'pong'): unknown
}
const OPEN = 1

/** When to try again after a refusal, in seconds. */
const RETRY_AFTER = '5'

/**
 * Keeps every client of the live server within its limits, whoever it is and whether it reads or not:
 * new connections by network, then packets and unsent bytes by connection. Returns a way to end all
 * WebSockets at once. The HTTP server must already be the live server's.
 */
export function guard(
  ctx: Context,
  io: LiveServer,
  http: HttpServer,
  networks: IpNetworks,
): { end(): void } {
  const { socketBufferBytes } = ctx.config.limits
  const connections = new Map<string, Connection>()
  const byWire = new WeakMap<Socket, Connection>()
  const wires = new Set<Socket>()

  io.engine.use((request: IncomingMessage, answer: object, next: () => void) => {
    const connection = connectionOf(request)
    const isUpgrade = !(answer instanceof ServerResponse)
    if (!isUpgrade) answer.once('finish', () => refused(request, answer, connection))
    if (!connection && !networks.mayConnect(networks.networkOf(request))) {
      return refuse(request, answer, 429)
    }
    if (request.method !== 'GET' && request.method !== 'POST') return refuse(request, answer, 405)
    // A page moves to a WebSocket once, or stays with polling.
    if (connection && isUpgrade && !connection.mayUpgrade()) return refuse(request, answer, 429)
    if (connection && !isUpgrade) connection.addAnswer(answer)
    next()
  })

  io.engine.on('connection', (conn) => {
    const connection = openConnection(ctx, conn)
    connections.set(conn.id, connection)
    const leave = networks.countConnection(networks.networkOf(conn.request))
    if (conn.transport.name === 'websocket') own(connection, conn.request.socket)
    conn.once('close', () => {
      connections.delete(conn.id)
      leave()
    })
  })

  // Engine.IO has seen it before us.
  http.on('upgrade', (request: Upgrade, wire) => {
    // Of a server that listens on TCP it always is.
    if (!(wire instanceof Socket)) return
    const { websocket } = request
    // Nobody took it, or it was closed at once: nothing else would ever end it.
    if (websocket?.readyState !== OPEN) return void wire.destroy()
    wires.add(wire)
    wire.once('close', () => wires.delete(wire))
    const connection = connectionOf(request)
    if (connection) own(connection, wire)
    limitFrames(websocket, wire)
  })

  const connectionOf = (request: IncomingMessage) => {
    // As Engine.IO reads it: of two ids the last counts.
    const sid = new URL(request.url ?? '', 'http://localhost').searchParams.getAll('sid').at(-1)
    return sid === undefined ? undefined : connections.get(sid)
  }

  function own(connection: Connection, wire: Socket) {
    byWire.set(wire, connection)
    connection.addSocket(wire)
  }

  /** Counts what Engine.IO never sees, too, such as the pings of the WebSocket itself. */
  function limitFrames(websocket: WebSocket, wire: Socket) {
    const mayGoOn = countFrames(ctx)
    for (const kind of ['message', 'ping', 'pong'] as const) {
      websocket.on(kind, () => {
        if (mayGoOn() && wire.writableLength <= socketBufferBytes) return
        // Thousands more may have come with the same bytes: nobody looks at them.
        websocket.removeAllListeners(kind)
        byWire.get(wire)?.end()
        wire.destroy()
      })
    }
  }

  return {
    end() {
      for (const wire of wires) wire.destroy()
    },
  }
}

/** A request that was answered with an error counts as a packet, and is not read to its end. */
function refused(request: IncomingMessage, answer: ServerResponse, connection?: Connection) {
  if (answer.statusCode < 400) return
  connection?.count()
  if (!request.complete) request.destroy()
}

function refuse(request: IncomingMessage, answer: object, status: 405 | 429) {
  const message =
    status === 429 ? 'Too many live connections. Try again in a moment.' : 'Use GET or POST.'
  if (answer instanceof ServerResponse) {
    answer.writeHead(status, { 'content-type': 'application/json', 'retry-after': RETRY_AFTER })
    answer.end(JSON.stringify({ message }))
    return
  }
  request.socket.write(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nRetry-After: ${RETRY_AFTER}\r\nContent-Length: 0\r\n\r\n`,
  )
  request.socket.destroy()
}

import type { WebSocket } from 'ws'
import type { Device } from './distribution.ts'
import { createFrameReader, framed } from './frames.ts'
import { begin } from './login.ts'
import { noteSeen, violate, type Network } from './network.ts'
import { decodeNode, encodeNode, type Node } from './nodes.ts'
import { answerHandshake, type Cipher, type Handshake } from './noise.ts'
import { sendMissed } from './offline.ts'
import type { LinkRequest } from './pairing.ts'
import { decode, encode } from './protobuf.ts'
import { receive } from './receiving.ts'
import * as records from './records.ts'

/** A client that is there: it wants to be linked, or it is a device that has logged in. */
export type Connection = {
  /** The lasting key of its handshakes. */
  readonly clientKey: Buffer
  /** Set while it asks to be linked. */
  linking?: LinkRequest
  /** Set once it has logged in. */
  device?: { lid: string; id: number }
  /** Set once the server has ended it: later frames are not read. */
  over?: true
  /** What it was handed and has not acknowledged. */
  readonly unheard: { to: Device; said: Node }[]
  send(node: Node): void
  /** Says goodbye after what was sent. */
  close(): void
  /** Breaks the connection as a dead network does. */
  drop(): void
}

/** Answers one client from its first byte on, one frame after the other. */
export function serve(network: Network, socket: WebSocket): void {
  const frames = createFrameReader()
  let handshake: Handshake | undefined
  let incoming: Cipher | undefined
  let connection: Connection | undefined

  const take = async (frame: Buffer): Promise<void> => {
    if (connection && incoming)
      return receive(network, connection, decodeNode(incoming.open(frame)))
    const { clientHello, clientFinish } = decode(records.Handshake, frame)
    if (!handshake) {
      if (!clientHello?.ephemeral) throw new Error('The handshake has no key.')
      handshake = answerHandshake(network.identity.key, frames.header() ?? Buffer.alloc(0))
      const serverHello = handshake.hello(clientHello.ephemeral, network.identity.certificate)
      socket.send(framed(encode(records.Handshake, { serverHello })))
      return
    }
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('The handshake has no end.')
    const finished = handshake.finish(clientFinish.static, clientFinish.payload)
    incoming = finished.incoming
    connection = open(network, socket, finished.theirStatic, finished.outgoing)
    begin(network, connection, decode(records.ClientPayload, finished.payload))
  }

  let turn = Promise.resolve()
  socket.on('message', (bytes: Buffer) => {
    turn = turn
      .then(async () => {
        for (const frame of frames.read(bytes)) await take(frame)
      })
      .catch((error: Error) => {
        violate(network, `A connection broke: ${error.message}`)
        socket.terminate()
      })
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    if (connection) {
      network.connections.delete(connection)
      sendMissed(network, connection)
    }
    connection?.linking?.gone()
    if (connection?.device) noteSeen(network, connection.device)
  })
}

function open(
  network: Network,
  socket: WebSocket,
  clientKey: Buffer,
  outgoing: Cipher,
): Connection {
  const connection: Connection = {
    clientKey,
    unheard: [],
    send(node) {
      if (socket.readyState !== socket.OPEN) return
      socket.send(framed(outgoing.seal(encodeNode(node))))
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
  }
  network.connections.add(connection)
  return connection
}

import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'

/**
 * Connections that may wait to be accepted; Linux allows 4,096 where nobody set it lower. With Node's 511 a
 * flood of connections filled the queue, and everybody else's tried again after 1, 3 and 7 seconds.
 */
export const WAITING_MAX = 4_096

/**
 * Sockets that listen on the one port. Node accepts one connection of each in a turn of its event loop
 * (https://github.com/libuv/libuv/pull/3696). A flood of requests makes a turn 100 ms long, and with one
 * socket the queue then moved by ten connections a second: a new connection waited for seconds.
 */
const LISTENERS = 32

/** The systems on which several sockets of one process can listen on one port, and share what comes. */
export const canShare = process.platform === 'linux'

/**
 * Accepts more connections at once for a server that listens with `reusePort`. What it gives stops that,
 * and resolves once the connections that came this way have ended.
 */
export async function acceptMore(server: Server): Promise<() => Promise<void>> {
  const { port, address: host } = server.address() as AddressInfo
  const more = Array.from({ length: LISTENERS - 1 }, () => acceptor(server))
  for (const one of more) {
    one.listen({ port, host, backlog: WAITING_MAX, reusePort: true })
    await once(one, 'listening')
  }
  return async () => {
    await Promise.all(more.map((one) => once(one.close(), 'close')))
  }
}

/** Hands each connection to the HTTP server, with the options that one gives its own. */
function acceptor(server: Server) {
  const options = { allowHalfOpen: true, noDelay: true }
  return createServer(options, (socket) => server.emit('connection', socket))
}

import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { ipNetworkOf } from './ip-network.ts'

/**
 * Closes the newest connection of a network that has too many of them. Behind a proxy all of them come
 * from the proxy, so there the proxy has to do this.
 */
export function capConnections(http: FastifyInstance, { limits, trustProxy }: Config): void {
  if (trustProxy !== false) return
  const open = new Map<string, number>()
  http.server.on('connection', (socket: Socket) => {
    const network = ipNetworkOf(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= limits.connectionsPerNetwork) return void socket.destroy()
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/**
 * Browsers open connections in advance. Node takes one that has not asked for anything yet for busy, and
 * closing would wait for it longer than a stop may take.
 */
export function dropSilent(http: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  http.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}

import type { Server as HttpServer } from 'node:http'
import { liveEventName } from '@carillon/contract/live'
import { liveEvents } from '@carillon/contract/schemas/live'
import { Server } from 'socket.io'
import type { Context } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { NEWS_CHANNEL, type News } from '../platform/news/news.ts'
import { guardEntry, sessionRoom, userRoom, type LiveServer, type VerifyToken } from './entry.ts'
import { disconnectAll } from './disconnect-all.ts'
import { guard } from './guard.ts'
import { openIpNetworks } from './ip-networks.ts'
import { keepPace } from './pace.ts'

/** Largest packet of a client, in bytes: it sends a token, which must fit into the headers of a call, too. */
const PACKET_MAX_BYTES = 16_384

export type GatewayOptions = {
  http: HttpServer
  listener: Listener
  verifyToken: VerifyToken
}

export type Gateway = {
  /** Ends all connections. Their clients come back, to another process or to this one after its restart. */
  close(): Promise<void>
}

/**
 * Tells browsers what changed, by Socket.IO on the server's own address. NOTIFY reaches all processes, so
 * each tells the browsers that are connected to it and knows of no other. Attach it before the server
 * listens; close it before the server, which would wait for the connections.
 */
export function openGateway(
  ctx: Context,
  { http, listener, verifyToken }: GatewayOptions,
): Gateway {
  let closed = false
  let stopDisconnecting = () => {}
  const io: LiveServer = new Server(http, {
    path: '/socket.io',
    addTrailingSlash: false,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: PACKET_MAX_BYTES,
    // The guard below closes upgrades that Socket.IO did not accept.
    destroyUpgrade: false,
    allowRequest: (_, answer) => answer(closed ? 'The server stops.' : null, !closed),
  })
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['x-content-type-options'] = 'nosniff'
  })
  const networks = openIpNetworks(ctx)
  const guarded = guard(ctx, io, http, networks)

  const { promise: isReady, resolve: begun } = Promise.withResolvers<void>()
  guardEntry(ctx, io, { verifyToken, networks }, isReady)
  const pace = keepPace(ctx.clock, show)
  const stops = [
    listener.on(NEWS_CHANNEL, (payload) => hear(JSON.parse(payload) as News), begun),
    // While the database was away its news were lost: the browsers connect again, and then load everything anew.
    listener.onConnected(() => {
      stopDisconnecting()
      stopDisconnecting = disconnectAll(ctx.clock, [...io.sockets.sockets.values()])
    }),
  ]

  function hear(news: News) {
    const { kind, userId, id } = news
    // All sessions of a user ended when the id is the user's.
    if (kind === 'user.deleted' || (kind === 'session.ended' && id === userId)) {
      io.in(userRoom(userId)).disconnectSockets(true)
    } else if (kind === 'session.ended') {
      io.in(sessionRoom(id)).disconnectSockets(true)
    } else if (ctx.readers[kind] && isHere(userId)) {
      pace.hear(news)
    }
  }

  async function show(news: News) {
    const { kind, userId, id } = news
    if (!isHere(userId)) return
    try {
      const event = await ctx.readers[kind]?.(ctx, news)
      if (!event) return
      if ('userId' in event) return pace.hear(event)
      const payload = liveEvents[event.kind].parse(event.payload)
      io.in(userRoom(userId)).emit(liveEventName(event.kind, userId), payload)
    } catch (error) {
      ctx.log.error({ kind, id, reason: (error as Error).message }, 'A change could not be shown.')
      // The browsers missed this change: they connect again, and then load everything anew.
      io.in(userRoom(userId)).disconnectSockets(true)
    }
  }

  const isHere = (userId: string) => io.sockets.adapter.rooms.has(userRoom(userId))

  return {
    async close() {
      closed = true
      for (const stop of stops) stop()
      pace.stop()
      stopDisconnecting()
      io.disconnectSockets(true)
      io.engine.close()
      // A client that no longer answers would hold up the server's end by half a minute.
      guarded.end()
    },
  }
}

import type { Server as HttpServer } from 'node:http'
import { liveEvents, liveName } from '@carillon/contract/live'
import { Server, type DefaultEventsMap, type Socket } from 'socket.io'
import type { Verified } from '../identity/port.ts'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { Listener } from '../platform/news/listener.ts'
import { NEWS_CHANNEL, type News } from '../platform/news/news.ts'
import type { LiveEvent } from './port.ts'
import { openPulse } from './pulse.ts'

/** Open tabs and devices of one person; beyond this something is wrong, and each costs memory. */
const SOCKETS_PER_USER_MAX = 20

/** Largest thing a client may send, in bytes: its handshake with a token is all it has to say. */
const RECEIVED_MAX_BYTES = 10_000

export type GatewayOptions = {
  http: HttpServer
  listener: Pick<Listener, 'on' | 'onConnected'>
  verifyToken(token: string): Promise<Verified>
}

type Data = Verified & { forget?: () => void }
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>

/**
 * Tells browsers what changed, as `KIND:{userId}` over Socket.IO. Every process tells its own sockets:
 * news reach all of them by NOTIFY. Clients have no say here: what they emit is not listened to.
 */
export function openGateway(ctx: Context, { http, listener, verifyToken }: GatewayOptions) {
  const io = new Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>(http, {
    path: '/socket.io',
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: RECEIVED_MAX_BYTES,
  })

  io.use((socket, next) => {
    void admit(socket)
      .then(() => undefined, refusal)
      .then(next)
  })

  async function admit(socket: LiveSocket) {
    const { token } = socket.handshake.auth as { token?: unknown }
    if (typeof token !== 'string') throw new AppError('unauthenticated', 'Sign in to go on.')
    const verified = await verifyToken(token)
    const room = roomOf(verified.caller.id)
    if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= SOCKETS_PER_USER_MAX) {
      throw new AppError('rate_limited', 'Too many tabs are connected. Close some of them.')
    }
    Object.assign(socket.data, verified)
    await socket.join(room)
  }

  io.on('connection', (socket: LiveSocket) => {
    // The client comes back with a fresh token a second later, and reads anew what it shows.
    const forget = ctx.clock.wake(socket.data.expiresAt, () => socket.disconnect())
    socket.on('disconnect', forget)
  })

  const pulse = openPulse<News>(ctx.clock, (news) => {
    tell(news).catch((error: Error) =>
      ctx.log.warn({ kind: news.kind, reason: error.message }, 'An event could not be told.'),
    )
  })

  function hear(payload: string) {
    const news = JSON.parse(payload) as News
    if (!io.sockets.adapter.rooms.has(roomOf(news.userId))) return
    if (news.kind === 'session.ended' || news.kind === 'user.deleted') return part(news)
    pulse.beat(`${news.userId} ${news.kind} ${news.id}`, news)
  }

  async function tell(news: News) {
    const event = await ctx.readers[news.kind]?.(ctx, news)
    if (event) io.to(roomOf(news.userId)).emit(liveName(event.kind, news.userId), strip(event))
  }

  /** Ends the sockets of a session that ended; of all sessions when it names the person. */
  function part({ kind, userId, id }: News) {
    for (const socketId of io.sockets.adapter.rooms.get(roomOf(userId)) ?? []) {
      const socket = io.sockets.sockets.get(socketId)
      const all = kind === 'user.deleted' || id === userId
      if (all || socket?.data.caller?.sessionId === id) socket?.disconnect()
    }
  }

  const ignore = listener.on(NEWS_CHANNEL, hear)
  // News were lost meanwhile: whoever reconnects reads everything anew.
  const ignoreConnected = listener.onConnected(() => io.disconnectSockets())

  return {
    async close() {
      ignore()
      ignoreConnected()
      pulse.close()
      io.disconnectSockets(true)
      await io.close()
    },
  }
}

const roomOf = (userId: string) => `user:${userId}`

/** What the contract promises and nothing else. */
const strip = ({ kind, payload }: LiveEvent) => liveEvents[kind].parse(payload)

/** What the client learns of a refused handshake: the code in `data`, the words as message. */
function refusal(error: unknown): Error {
  const told =
    error instanceof AppError ? error : new AppError('internal', 'Try again in a moment.')
  return Object.assign(new Error(told.message), { data: { code: told.code } })
}

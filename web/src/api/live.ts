import { liveEventName, type LiveKind, type LivePayload } from '@carillon/contract/live'
import { io } from 'socket.io-client'
import { logError } from './log.ts'

/** What happens on each live event. */
export type LiveHandlers = { [K in LiveKind]: (payload: LivePayload<K>) => void }

type LiveOptions = {
  uid: string
  /** The bearer token; `renew` asks for a new one. */
  getToken: (renew: boolean) => Promise<string | null>
  handlers: LiveHandlers
  /** Called after each connect, the first one too. Changes before it were not sent: read everything again. */
  onConnect: () => void
  /** Whether events arrive. */
  onState: (connected: boolean) => void
  origin?: string
}

/**
 * Listens to the live events of one person until the returned function is called. The server closes a connection when
 * its token or session ends; then it is opened again with the current token.
 */
export function startLive({ uid, getToken, handlers, onConnect, onState, origin }: LiveOptions) {
  let renew = false
  const options = {
    path: '/socket.io',
    transports: ['polling', 'websocket'],
    withCredentials: true,
    reconnection: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    timeout: 20_000,
    // Called at each attempt, so that a connection is never reopened with an expired token.
    auth: (give: (auth: object) => void) => {
      getToken(renew).then(
        (token) => give({ token }),
        () => give({ token: null }),
      )
    },
  }
  const socket = origin ? io(origin, options) : io(options)

  // If websockets are blocked, only polling is used at each reconnect. Once a websocket has opened, a later failure is
  // temporary, and websockets are tried again.
  let upgraded = false
  socket.io.on('open', () => {
    const { engine } = socket.io
    engine.once('upgrade', () => (upgraded = true))
    engine.once('upgradeError', (error) => {
      // A connection that closes during the upgrade says nothing about websockets.
      if (engine.readyState !== 'open') return
      logError('Live updates go on without a websocket.', error)
      if (!upgraded) socket.io.opts.transports = ['polling']
    })
  })

  socket.on('connect', () => {
    renew = false
    delay = options.reconnectionDelay
    onState(true)
    onConnect()
  })
  socket.on('disconnect', (reason) => {
    onState(false)
    // After every other reason the library reconnects by itself.
    if (reason === 'io server disconnect') comeBack()
  })
  socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) => {
    logError('The live connection failed.', error)
    // Either the server's keys changed, or the session has ended: asking for a new token shows which.
    renew = error.data?.code === 'unauthenticated'
    // The library does not retry a refused handshake, but a lost one.
    if (!socket.active) comeBack()
  })

  let delay = options.reconnectionDelay
  let retry: ReturnType<typeof setTimeout> | undefined
  function comeBack() {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), delay)
    delay = Math.min(2 * delay, options.reconnectionDelayMax)
  }

  for (const kind of Object.keys(handlers) as LiveKind[]) {
    const handle = handlers[kind] as (payload: unknown) => void
    socket.on(liveEventName(kind, uid), handle)
  }

  return () => {
    clearTimeout(retry)
    socket.disconnect()
  }
}

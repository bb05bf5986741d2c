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
 * Listens to the live events of one person until the answered function is called. The server ends a
 * connection with its token or session; it is made again with the current token.
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
    // Asked anew at each attempt, so that a connection never comes back with a token that has ended.
    auth: (give: (auth: object) => void) => {
      getToken(renew).then(
        (token) => give({ token }),
        () => give({ token: null }),
      )
    },
  }
  const socket = origin ? io(origin, options) : io(options)

  // Where websockets do not get through, polling stays, and they are not tried at each reconnect. Once
  // one has opened, a later failure is the network's and not the rule.
  let upgraded = false
  socket.io.on('open', () => {
    const { engine } = socket.io
    engine.once('upgrade', () => (upgraded = true))
    engine.once('upgradeError', (error) => {
      // A connection that ends while it is tried says nothing about websockets.
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
    // The library comes back by itself after every other reason.
    if (reason === 'io server disconnect') comeBack()
  })
  socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) => {
    logError('The live connection failed.', error)
    // Either the server's keys changed, or the session has ended: asking for a new token shows which.
    renew = error.data?.code === 'unauthenticated'
    // A refused handshake is not tried again by the library, a lost one is.
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

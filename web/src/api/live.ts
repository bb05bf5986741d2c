import { liveEvents, liveName, type LiveKind, type LivePayload } from '@carillon/contract/live'
import { io } from 'socket.io-client'
import { logError } from './log.ts'

/** What happens on each live event. */
export type LiveHandlers = { [K in LiveKind]: (payload: LivePayload<K>) => void }

type LiveOptions = {
  uid: string
  getToken: () => Promise<string | null>
  handlers: LiveHandlers
  /** The connection came back: what changed meanwhile was not told. */
  onReturn: () => void
  /** Whether events arrive. */
  onState: (connected: boolean) => void
  origin?: string
}

/** Listens to the live events of one person until the answered function is called. */
export function startLive({ uid, getToken, handlers, onReturn, onState, origin }: LiveOptions) {
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
      getToken().then(
        (token) => give({ token }),
        () => give({ token: null }),
      )
    },
  }
  const socket = origin ? io(origin, options) : io(options)
  let before = false

  socket.on('connect', () => {
    onState(true)
    if (before) onReturn()
    before = true
  })
  socket.on('disconnect', (reason) => {
    onState(false)
    // The library comes back by itself after every other reason.
    if (reason === 'io server disconnect') comeBack()
  })
  socket.on('connect_error', (error) => {
    logError('The live connection failed.', error)
    // A refused handshake is not tried again by the library, a lost one is.
    if (!socket.active) comeBack()
  })

  let retry: ReturnType<typeof setTimeout> | undefined
  function comeBack() {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), options.reconnectionDelay)
  }

  for (const kind of Object.keys(liveEvents) as LiveKind[]) {
    const handle = handlers[kind] as (payload: unknown) => void
    socket.on(liveName(kind, uid), handle)
  }

  return () => {
    clearTimeout(retry)
    socket.disconnect()
  }
}

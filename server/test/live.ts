import type { AddressInfo } from 'node:net'
import type { LiveKind, LivePayload } from '@carillon/contract/live'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { openGateway, type Gateway, type GatewayOptions } from '../src/live/gateway.ts'
import { openBrowser, openWeb, type Browser, type Web } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** A server that listens and tells browsers what changes. */
export type Live = { web: Web; url: string; gateway: Gateway }

/** Opens it on a port of its own; what it does not get given is that of the test app. */
export async function openLive(app: TestApp, given: Partial<GatewayOptions> = {}): Promise<Live> {
  const web = await openWeb(app)
  const { verifyToken } = web.identity
  const { listener, http } = web
  const gateway = openGateway(app.ctx, { http: http.server, listener, verifyToken, ...given })
  app.atEnd(() => gateway.close())
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  return { web, url: `http://127.0.0.1:${port}`, gateway }
}

/** A person who has signed up, in a browser, with a live connection. */
export async function openPerson(app: TestApp, live: Live, name: string) {
  const browser = openBrowser(app, live.web)
  const person = { email: `${name}@example.org`, password: 'correct horse battery', name }
  await browser.post('/api/auth/sign-up/email', person)
  const { data } = await browser.api('GET', '/api/users/me')
  const id = String(data?.['uid'])
  return { id, browser, credentials: person, page: await openPage(app, live, browser) }
}

type Options = Partial<ManagerOptions & SocketOptions>

/** A page of whoever is signed in in the browser; resolves when its events arrive. */
export async function openPage(app: TestApp, { url }: Live, browser: Browser, options?: Options) {
  const page = makePage(app, url, { auth: { token: await browser.token() }, ...options })
  await page.next('connect')
  return page
}

/** A page that tries to connect once; `options` say how and with what. */
export function makePage(app: TestApp, url: string, options: Options) {
  const socket: Socket = io(url, { reconnection: false, forceNew: true, ...options })
  app.atEnd(() => socket.disconnect())
  const events: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => events.push({ name, payload }))
  return {
    socket,
    /** All that was told, in its order. */
    events,
    /** What the next event of that name says, or the connection's own: `connect`, `disconnect`. */
    next: <T = unknown>(name: string) =>
      new Promise<T>((resolve) => void socket.once(name, (said: T) => resolve(said))),
    /** Resolves with the next live event of a kind. */
    nextEvent: <K extends LiveKind>(kind: K) =>
      new Promise<LivePayload<K>>((resolve) => {
        const look = (name: string, payload: LivePayload<K>) => {
          if (!name.startsWith(`${kind}:`)) return
          socket.offAny(look)
          resolve(payload)
        }
        socket.onAny(look)
      }),
    /** Resolves with why it was not let in. */
    refused: () =>
      new Promise<Error & { data?: unknown }>((resolve) => socket.once('connect_error', resolve)),
  }
}

export type Page = ReturnType<typeof makePage>

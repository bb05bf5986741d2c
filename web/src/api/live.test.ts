import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLive, type LiveHandlers } from './live.ts'

/** The live connection as a page keeps it; everything it learns is an event here. */
function page(origin: string) {
  const events = new EventTarget()
  const tell = (name: string, data?: unknown) =>
    events.dispatchEvent(new MessageEvent(name, { data }))
  const renewals: boolean[] = []
  const handlers: LiveHandlers = {
    MESSAGE_UPDATED: (payload) => tell('message', payload),
    CYCLE_UPDATE: (payload) => tell('cycle', payload),
    TELEGRAM_STATUS: (payload) => tell('connection', payload),
    WHATSAPP_STATUS: (payload) => tell('connection', payload),
    NOTIFICATION_CREATED: (payload) => tell('notification', payload),
    NOTIFICATION_UPDATED: (payload) => tell('notification', payload),
    USER_UPDATED: (payload) => tell('user', payload),
  }
  const stop = startLive({
    origin,
    uid: 'u1',
    getToken: async (renew) => {
      renewals.push(renew)
      return `token ${renewals.length}`
    },
    handlers,
    onConnect: () => tell('connect'),
    onState: (connected) => tell('state', connected),
  })
  onTestFinished(stop)
  return {
    renewals,
    next: async (name: string) => ((await once(events, name))[0] as MessageEvent).data as unknown,
  }
}

test('208 says when events arrive, from the first time on', async () => {
  const server = await liveServer(() => '40{"sid":"s"}')
  const { next } = page(server.origin)
  await next('connect')

  const told = next('message')
  server.say('42["MESSAGE_UPDATED:u1",{"messageId":"m1","deleted":true}]')
  expect(await told).toEqual({ messageId: 'm1', deleted: true })
})

test('197 a token that is refused is renewed; one that ended in peace is not', async () => {
  const refusal = { message: 'You were signed out.', data: { code: 'unauthenticated' } }
  const server = await liveServer((token) =>
    token === 'token 1' ? `44${JSON.stringify(refusal)}` : '40{"sid":"s"}',
  )
  const { next, renewals } = page(server.origin)
  await next('connect')
  expect(renewals).toEqual([false, true])

  // What the server says when it ends a connection.
  const back = next('connect')
  server.say('41')
  await back
  expect(renewals).toEqual([false, true, false])
})

/** Speaks Engine.IO by polling to one client; `enter` answers the token it shows. */
async function liveServer(enter: (token: string) => string) {
  const said: string[] = []
  let poll: ServerResponse | undefined

  function say(packet?: string) {
    if (packet) said.push(packet)
    if (!poll || said.length === 0) return
    poll.end(said.splice(0).join('\x1e'))
    poll = undefined
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', 'http://localhost')
    if (request.method === 'POST') {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      response.end('ok')
      const [, auth] = /^40(\{.*\})$/.exec(body) ?? []
      if (auth) say(enter((JSON.parse(auth) as { token: string }).token))
    } else if (url.searchParams.has('sid')) {
      poll = response
      say()
    } else {
      response.end('0{"sid":"s","upgrades":[],"pingInterval":25000,"pingTimeout":20000}')
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, say }
}

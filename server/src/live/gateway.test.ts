import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { openBrowser } from '../../test/browser.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { makePage, openLive, openPage, openPerson, type Live, type Page } from '../../test/live.ts'
import { minutes, systemClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openListener } from '../platform/news/listener.ts'
import { findUser } from '../users/actions.ts'

/** Resolves when the server has received the news of all earlier commits. */
async function heardAll(app: TestApp, { web }: Live) {
  const received = web.nextNews('notification.updated')
  await app.ctx.transaction((tx) =>
    tx.publish({ kind: 'notification.updated', userId: 'nobody', id: 'nothing', rev: 0 }),
  )
  await received
}

const names = ({ events }: Page) => events.map(({ name }) => name)

test.for([{}, { auth: { token: '' } }, { auth: { token: 7 } }, { auth: { token: 'not.a.token' } }])(
  '206 without a good token nobody is let in: %o',
  async (options, { app }) => {
    const { url } = await openLive(app)
    const { data, message } = await makePage(app, url, options).refused()
    expect(data).toEqual({ code: 'unauthenticated', message })
  },
)

test('198 over polling alone events arrive, and cross-origin pages may not read them', async ({
  app,
}) => {
  const live = await openLive(app)
  const { browser } = await openPerson(app, live, 'ada')
  const page = await openPage(app, live, browser, { transports: ['polling'] })
  const told = page.nextEvent('USER_UPDATED')
  await browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  expect(await told).toMatchObject({ user: { timeZone: 'Europe/London' } })
  expect(page.socket.io.engine.transport.name).toBe('polling')

  const headers = { origin: 'https://elsewhere.example' }
  const answer = await fetch(`${live.url}/socket.io?EIO=4&transport=polling`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('194, 195 a page begins with polling and moves on to a WebSocket', async ({ app }) => {
  const live = await openLive(app)
  const { page } = await openPerson(app, live, 'ada')
  const { engine } = page.socket.io
  if (engine.transport.name !== 'websocket') {
    await new Promise((resolve) => engine.once('upgrade', resolve))
  }
  expect(engine.transport.name).toBe('websocket')
})

test('whatever a client says, nothing comes of it', async ({ app }) => {
  const live = await openLive(app)
  const ada = await openPerson(app, live, 'ada')
  const bob = await openPerson(app, live, 'bob')
  const { socket } = bob.page
  socket.emit(`USER_UPDATED:${ada.id}`, { user: { uid: ada.id, tier: 'pro' } })
  expect(await socket.emitWithAck('subscribe', `user:${ada.id}`)).toMatchObject({
    error: { code: 'not_found' },
  })
  const other = makePage(app, `${live.url}/admin`, { auth: socket.auth })
  expect((await other.refused()).message).toBe('Invalid namespace')

  const told = ada.page.nextEvent('USER_UPDATED')
  await ada.browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  await told
  const own = bob.page.nextEvent('USER_UPDATED')
  await bob.browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  await own
  expect(names(ada.page)).toEqual([`USER_UPDATED:${ada.id}`])
  expect(names(bob.page)).toEqual([`USER_UPDATED:${bob.id}`])
})

test('a packet larger than any token ends the connection', async ({ app }) => {
  const live = await openLive(app)
  const { page } = await openPerson(app, live, 'ada')
  const ended = page.next('disconnect')
  page.socket.emit('said', 'a'.repeat(20_000))
  expect(await ended).toMatch(/^transport (close|error)$/)
})

test('the twenty-first page of a user is refused, and let in when another is gone', async ({
  app,
}) => {
  const live = await openLive(app)
  const { browser, credentials } = await openPerson(app, live, 'ada')
  const phone = openBrowser(app, live.web)
  await phone.post('/api/auth/sign-in/email', credentials)
  const quick = { transports: ['websocket'] }
  const other = await openPage(app, live, phone, quick)
  await Promise.all(Array.from({ length: 18 }, () => openPage(app, live, browser, quick)))

  const late = makePage(app, live.url, { ...quick, auth: { token: await browser.token() } })
  expect((await late.refused()).data).toMatchObject({ code: 'limit_reached' })
  const ended = other.next('disconnect')
  await phone.post('/api/auth/sign-out')
  await ended
  late.socket.connect()
  await late.next('connect')
})

test('199 a sign-out ends the pages of that session alone', async ({ app }) => {
  const live = await openLive(app)
  const { browser, page, credentials } = await openPerson(app, live, 'ada')
  const phone = openBrowser(app, live.web)
  await phone.post('/api/auth/sign-in/email', credentials)
  const other = await openPage(app, live, phone)

  const ended = page.next('disconnect')
  await browser.post('/api/auth/sign-out')
  expect(await ended).toBe('io server disconnect')
  page.socket.connect()
  expect((await page.refused()).data).toMatchObject({ code: 'unauthenticated' })

  const told = other.nextEvent('USER_UPDATED')
  await phone.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  await told
})

test.for<['POST' | 'DELETE', string]>([
  ['POST', '/api/users/me/sign-out'],
  ['DELETE', '/api/users/me'],
])('%s %s ends all pages of the user', async ([method, path], { app }) => {
  const live = await openLive(app)
  const { browser, page, credentials } = await openPerson(app, live, 'ada')
  const bob = await openPerson(app, live, 'bob')
  const phone = openBrowser(app, live.web)
  await phone.post('/api/auth/sign-in/email', credentials)
  const other = await openPage(app, live, phone)

  const ended = [page, other].map((each) => each.next('disconnect'))
  expect(await browser.api(method, path, credentials)).toMatchObject({ status: 200 })
  expect(await Promise.all(ended)).toEqual(['io server disconnect', 'io server disconnect'])
  expect(bob.page.socket.connected).toBe(true)
})

test('206 a session that ends while its page is let in does not stay', async ({ app }) => {
  const { web: first } = await openLive(app)
  const browser = openBrowser(app, first)
  await browser.post('/api/auth/sign-up/email', {
    email: 'ada@example.org',
    password: 'correct horse battery',
    name: 'ada',
  })
  const token = await browser.token()

  const live = await openLive(app, {
    async verifyToken(shown) {
      const verified = await first.identity.verifyToken(shown)
      // The first check has passed. The session ends, and its news finds no page here yet.
      if (browser.cookies.has('carillon.session_token')) {
        await browser.post('/api/auth/sign-out')
        await heardAll(app, live)
      }
      return verified
    },
  })
  const page = makePage(app, live.url, { auth: { token } })
  expect(await page.next('disconnect')).toBe('io server disconnect')
})

test('a connection ends soon after its token, and a new token makes a new one', async ({ app }) => {
  const live = await openLive(app)
  const { browser, page } = await openPerson(app, live, 'ada')
  app.clock.advance(minutes(15))
  expect(page.socket.connected).toBe(true)
  const ended = page.next('disconnect')
  app.clock.advance(10_000)
  expect(await ended).toBe('io server disconnect')

  page.socket.connect()
  expect((await page.refused()).data).toMatchObject({ code: 'unauthenticated' })
  await openPage(app, live, browser)
})

test('208 after news were lost all pages connect anew', async ({ app }) => {
  const listener = await openListener(app.databaseUrl, systemClock, app.ctx.log)
  app.atEnd(() => listener.close())
  const live = await openLive(app, { listener })
  const { page, browser } = await openPerson(app, live, 'ada')
  const ended = page.next('disconnect')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'carillon listener' and datname = current_database()`.execute(
    app.ctx.db,
  )
  expect(await ended).toBe('io server disconnect')

  const again = await openPage(app, live, browser)
  const told = again.nextEvent('USER_UPDATED')
  await browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  await told
})

test('nobody is let in before changes are received', async ({ app }) => {
  const real = await openListener(app.databaseUrl, systemClock, app.ctx.log)
  app.atEnd(() => real.close())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const order: string[] = []
  const live = await openLive(app, {
    listener: {
      ...real,
      on: (channel, callback, begun = () => {}) =>
        real.on(channel, callback, () => void released.then(begun)),
    },
    verifyToken: async (token) => {
      order.push('asks whose token it is')
      throw new Error(token)
    },
  })
  live.web.http.server.on('request', ({ method }, answer) => {
    if (method !== 'POST') return
    // By then the server has read the request to connect.
    const later = () => {
      order.push('hears changes')
      release()
    }
    answer.once('finish', () => setImmediate(later))
  })
  await makePage(app, live.url, { transports: ['polling'], auth: { token: 'any' } }).refused()
  expect(order).toEqual(['hears changes', 'asks whose token it is'])
})

test('what the contract does not name stays here', async ({ app }) => {
  const readers: Context['readers'] = {
    async 'user.updated'(ctx, { userId }) {
      const user = await findUser(ctx, userId)
      return user && { kind: 'USER_UPDATED', payload: { user: { ...user, ...hidden }, ...hidden } }
    },
  }
  const hidden = { passwordHash: 'argon2id' }
  const live = await openLive({ ...app, ctx: { ...app.ctx, readers } })
  const { page, browser } = await openPerson(app, live, 'ada')
  const told = page.nextEvent('USER_UPDATED')
  const { data } = await browser.api('PUT', '/api/users/me', { timeZone: 'Europe/London' })
  expect(await told).toEqual({ user: data })
})

test('what cannot be read makes its pages connect anew', async ({ app }) => {
  const readers = {
    ...app.ctx.readers,
    'group.updated': async () => {
      throw new Error('The database went away.')
    },
  }
  const live = await openLive({ ...app, ctx: { ...app.ctx, readers } })
  const { page, id } = await openPerson(app, live, 'ada')
  const ended = page.next('disconnect')
  await app.ctx.transaction((tx) =>
    tx.publish({ kind: 'group.updated', userId: id, id: 'some', rev: 1 }),
  )
  expect(await ended).toBe('io server disconnect')
})

test('the server stops at once, whatever its clients hold open', async ({ app }) => {
  const live = await openLive(app)
  const { browser, page } = await openPerson(app, live, 'ada')
  const socket = await openPage(app, live, browser, { transports: ['websocket'] })
  const polling = await openPage(app, live, browser, { transports: ['polling'] })
  await silentWebSocket(app, live.url)

  const ended = [page, socket, polling].map((each) => each.next('disconnect'))
  await live.gateway.close()
  await live.web.http.close()
  await Promise.all(ended)
}, 5_000)

/** A client that is accepted and then sends nothing, not even a goodbye. */
async function silentWebSocket(app: TestApp, url: string) {
  const { hostname, port } = new URL(url)
  const wire = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  app.atEnd(() => wire.destroy())
  const key = Buffer.alloc(16).toString('base64')
  wire.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  const [answer] = (await once(wire, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 101 /)
}

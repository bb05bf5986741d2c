import { expect, test, type TestApp } from '../../test/test-app.ts'
import { openLive, openPerson } from '../../test/live.ts'
import { openPolling, POLLING } from '../../test/polling-client.ts'
import { LIVE_PATH, openRaw, upgradeTo, type RawSocket } from '../../test/raw-socket.ts'
import { AppError } from '../platform/errors.ts'

const withEnv = (env: Record<string, string>) => test.extend({ appOptions: { env } })

/** The frame that answers a ping. */
const PONG = '\x8a\x04ping'

/** Resolves when the server has sent a close frame and, without an answer for a second, has ended the connection. */
async function closedInOrder(app: TestApp, raw: RawSocket) {
  await raw.received('\x88\x00')
  app.clock.advance(1_000)
  await raw.closed
}

/** A server that records each token that it is asked to verify. */
async function openCounting(app: TestApp) {
  const asked: string[] = []
  const live = await openLive(app, {
    async verifyToken(token) {
      asked.push(token)
      throw new AppError('unauthenticated', 'Sign in again.')
    },
  })
  return { live, asked }
}

test('if one connection shows many tokens, at most the first is checked', async ({ app }) => {
  const { live, asked } = await openCounting(app)
  const raw = await openRaw(app, live.url, LIVE_PATH)
  await raw.received('0{')
  raw.send('40{"token":"a"}', '40{"token":"b"}', '40{"token":"c"}')
  await raw.closed
  expect(asked.length).toBeLessThanOrEqual(1)
})

test.for(['40{"token":"bad"}', '40/admin,{"token":"bad"}'])(
  'a refused connection ends after it received the reason: %s',
  async (packet, { app }) => {
    const { live } = await openCounting(app)
    const raw = await openRaw(app, live.url, LIVE_PATH)
    await raw.received('0{')
    raw.send(packet)
    await closedInOrder(app, raw)
    expect(raw.text()).toMatch(/44(\/admin,)?\{"message":/)
  },
)

test('a connection that shows no token ends after ten seconds', async ({ app }) => {
  const live = await openLive(app)
  const raw = await openRaw(app, live.url, LIVE_PATH)
  await raw.received('0{')
  const polling = await openPolling(live)
  app.clock.advance(10_000)
  await raw.closed
  expect(await polling.get()).toMatchObject({ status: 400 })
})

test('a client that disconnects is not kept connected', async ({ app }) => {
  const live = await openLive(app)
  const { browser } = await openPerson(app, live, 'ada')
  const raw = await openRaw(app, live.url, LIVE_PATH)
  await raw.received('0{')
  raw.send(`40${JSON.stringify({ token: await browser.token() })}`)
  await raw.received('40{"sid"')
  raw.send('41')
  await closedInOrder(app, raw)
})

test('a third call ends the connection and gets no answer', async ({ app }) => {
  const live = await openLive(app)
  const { page } = await openPerson(app, live, 'ada')
  const refused = { error: { code: 'not_found', message: 'There is no such call.' } }
  expect(await page.socket.emitWithAck('one')).toEqual(refused)
  page.socket.emit('two')
  const ended = page.next('disconnect')
  let answered = false
  page.socket.emit('three', () => (answered = true))
  expect(await ended).toBe('io server disconnect')
  expect(answered).toBe(false)
})

test('twenty packets a second are read, the next ends the connection', async ({ app }) => {
  const live = await openLive(app)
  const raw = await openRaw(app, live.url, LIVE_PATH)
  await raw.received('0{')
  raw.ping(20)
  await raw.received(PONG.repeat(20))
  app.clock.advance(500)
  raw.ping(10)
  await raw.received(PONG.repeat(30))
  raw.ping(1)
  await raw.closed
})

test.for([['3'], ['6'], ['bAAAA'], ['x'], ['42["a"']])(
  'a flood of %s ends the connection',
  async ([packet = ''], { app }) => {
    const live = await openLive(app)
    const raw = await openRaw(app, live.url, LIVE_PATH)
    await raw.received('0{')
    raw.send(...Array.from({ length: 21 }, () => packet))
    await raw.closed
  },
)

test('by polling, too, a flood ends the connection, in one body or in many', async ({ app }) => {
  const live = await openLive(app)
  const one = await openPolling(live)
  await one.send(...Array.from({ length: 21 }, () => '3')).catch(() => {})
  expect(await one.get()).toMatchObject({ status: 400 })

  const many = await openPolling(live)
  const large = { method: 'POST', body: 'a'.repeat(20_000) }
  for (let n = 0; n < 21; n++) await many.ask(large).catch(() => {})
  expect(await many.get()).toMatchObject({ status: 400 })
})

test('what is neither GET nor POST is refused in words', async ({ app }) => {
  const live = await openLive(app)
  const polling = await openPolling(live)
  expect(await polling.ask({ method: 'PUT', body: '3' })).toMatchObject({ status: 405 })
})

test('a connection moves to a WebSocket once', async ({ app }) => {
  const live = await openLive(app)
  const { sid } = await openPolling(live)
  const first = await openRaw(app, live.url, `${LIVE_PATH}&sid=${sid}`)
  first.send('2probe')
  await first.received('3probe')
  const second = await openRaw(app, live.url, `${LIVE_PATH}&sid=${sid}`)
  await second.closed
  expect(second.text()).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: 5\r\n/s)
})

test.for([
  ['a transport that has none', POLLING],
  ['an unknown transport', '/socket.io?EIO=4&transport=pigeon'],
  ['an unknown connection', `${LIVE_PATH}&sid=none`],
  ['an old protocol', '/socket.io?EIO=3&transport=websocket'],
] as const)('a WebSocket for %s is not left open', async ([, path], { app }) => {
  const live = await openLive(app)
  const raw = await openRaw(app, live.url)
  raw.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await raw.received('HTTP/1.1 200')
  raw.write(upgradeTo(path))
  await raw.closed
})

const slowReader = withEnv({ LIMIT_SOCKET_BUFFER_BYTES: '2000' })

slowReader('a page that does not poll for its events is disconnected', async ({ app }) => {
  const live = await openLive(app)
  const { browser, page } = await openPerson(app, live, 'ada')
  const polling = await openPolling(live)
  await polling.send(`40${JSON.stringify({ token: await browser.token() })}`)
  expect((await polling.get()).text).toContain('40{"sid"')
  for (let n = 0; n < 8; n++) {
    const told = page.nextEvent('USER_UPDATED')
    await browser.api('PUT', '/api/users/me', { displayName: `Ada ${n}`.padEnd(60, '!') })
    await told
    app.clock.advance(250)
  }
  expect(await polling.get()).toMatchObject({ status: 400 })
  expect(page.socket.connected).toBe(true)
})

slowReader('a page that reads nothing from its WebSocket is disconnected', async ({ app }) => {
  const displayName = 'a'.repeat(4_000_000)
  const live = await openLive({
    ...app,
    ctx: {
      ...app.ctx,
      readers: {
        'group.updated': async (ctx, news) => {
          const event = await app.ctx.readers['user.updated']?.(ctx, news)
          if (!event || !('payload' in event) || event.kind !== 'USER_UPDATED') return undefined
          return { kind: 'USER_UPDATED', payload: { user: { ...event.payload.user, displayName } } }
        },
      },
    },
  })
  const { id, browser, page } = await openPerson(app, live, 'ada')
  const raw = await openRaw(app, live.url, LIVE_PATH)
  await raw.received('0{')
  raw.send(`40${JSON.stringify({ token: await browser.token() })}`)
  await raw.received('40{"sid"')
  raw.pause()
  // 40 MB: more than Linux holds for a socket, by default 33 MB to read and 4 MB to write.
  for (let n = 0; n < 10; n++) {
    const told = page.nextEvent('USER_UPDATED')
    await app.ctx.transaction((tx) =>
      tx.publish({ kind: 'group.updated', userId: id, id: 'some', rev: n }),
    )
    await told
    app.clock.advance(250)
  }
  raw.resume()
  await raw.closed
})

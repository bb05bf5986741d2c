import { expect, test } from '../../test/test-app.ts'
import { makePage, openLive } from '../../test/live.ts'
import { openPolling, POLLING } from '../../test/polling-client.ts'
import { LIVE_PATH, openRaw } from '../../test/raw-socket.ts'
import { AppError } from '../platform/errors.ts'

const withEnv = (env: Record<string, string>) => test.extend({ appOptions: { env } })

const crowded = withEnv({ LIMIT_SOCKETS_PER_NETWORK: '2', TRUST_PROXY: 'loopback' })

crowded(
  'a network has so many connections, signed in or not, and others theirs',
  async ({ app }) => {
    const live = await openLive(app)
    const of = (address: string) => ({ 'x-forwarded-for': address })
    const connect = (address: string) => openRaw(app, live.url, LIVE_PATH, of(address))
    const first = await connect('2001:db8:1:2::1')
    await first.received('0{')
    const { ask } = await openPolling(live, of('2001:db8:1:2::2'))
    const third = await connect('2001:db8:1:2::3')
    await third.closed
    expect(third.text()).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: 5\r\n/s)
    const other = await connect('2001:db8:1:3::1')
    await other.received('0{')
    // The one that polls says goodbye and makes room.
    await ask({ method: 'POST', body: '1' })
    const fourth = await connect('2001:db8:1:2::3')
    await fourth.received('0{')
  },
)

const hurried = withEnv({ LIMIT_CONNECTS_PER_MINUTE: '6' })

hurried('a network makes so many new connections a minute, and tries count', async ({ app }) => {
  const live = await openLive(app)
  const status = async (path: string) => (await fetch(live.url + path)).status
  for (let n = 0; n < 3; n++) expect(await status(POLLING)).toBe(200)
  for (let n = 0; n < 3; n++) expect(await status(`${POLLING}&sid=none`)).toBe(400)
  expect(await status(POLLING)).toBe(429)
  expect(await status(`${POLLING}&sid=none`)).toBe(429)
  app.clock.advance(10_000)
  expect(await status(POLLING)).toBe(200)
  expect(await status(POLLING)).toBe(429)
})

const checked = withEnv({ LIMIT_NETWORK_TOKEN_CHECKS: '2', TRUST_PROXY: 'loopback' })

checked('tokens of one network do not hold up the others', async ({ app }) => {
  const waiting: (() => void)[] = []
  const live = await openLive(app, {
    async verifyToken(token) {
      if (token === 'slow') await new Promise<void>((resolve) => waiting.push(resolve))
      throw new AppError('unauthenticated', 'Sign in again.')
    },
  })
  const show = (token: string, address: string) =>
    makePage(app, live.url, {
      transports: ['websocket'],
      auth: { token },
      extraHeaders: { 'x-forwarded-for': address },
    })
  const slow = Array.from({ length: 5 }, () => show('slow', '192.0.2.1').refused())
  await show('quick', '192.0.2.2').refused()
  await show('quick', '192.0.2.3').refused()
  while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve))
  expect(waiting).toHaveLength(2)
  const all = Promise.all(slow)
  let done = false
  void all.then(() => (done = true))
  while (!done) {
    waiting.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect(waiting.length).toBeLessThanOrEqual(2)
  }
})

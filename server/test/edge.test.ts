import { openBrowser, openWeb } from './browser.ts'
import { expect, test as appTest } from './test-app.ts'
import { openLive } from './live.ts'
import { onOneConnection, wireGet } from './wire.ts'

/** What everybody meets first: how often one may call, by whom it is counted, and what odd calls get. */
const test = appTest.extend({
  appOptions: {
    env: {
      LIMIT_NETWORK_REQUESTS_PER_MINUTE: '20',
      LIMIT_REQUESTS_PER_MINUTE: '5',
      LIMIT_AUTH_REQUESTS_PER_MINUTE: '15',
      LIMIT_FILES_PER_MINUTE: '25',
      LIMIT_PROBES_PER_MINUTE: '3',
      LIMIT_REFUSED_HOOKS_PER_MINUTE: '3',
    },
  },
})

const person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

test('however an address is spelled, a network has the same budget for it', async ({ app }) => {
  const { url } = await openLive(app)
  const port = Number(new URL(url).port)
  const spent = await onOneConnection(port, Array(20).fill(wireGet('/api/users/me')))
  expect(new Set(spent)).toEqual(new Set(['401']))
  const spelled = ['/api/users/me', '/%61pi/users/me', 'http://carillon/api/users/me', '/api/none']
  const refused = await onOneConnection(
    port,
    spelled.map((path) => wireGet(path)),
  )
  expect(refused).toEqual(spelled.map(() => '429'))
})

test('calls that do not exist count, and every customer of IPv6 is counted once', async ({
  app,
}) => {
  const { http } = await openWeb(app)
  const call = (remoteAddress: string) => http.inject({ url: '/api/nowhere', remoteAddress })
  for (let n = 1; n <= 20; n++) expect((await call(`2001:db8::${n}`)).statusCode).toBe(404)
  const refused = await call('2001:db8::99')
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    {
      error: {
        code: 'rate_limited',
        message: `Too many requests. Try again in ${seconds} seconds.`,
      },
    },
  ])
  expect((await call('2001:db8:0:1::1')).statusCode).toBe(404)
})

test('a user has a budget of their own, from wherever they call', async ({ app }) => {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', person)
  const token = await browser.token()
  const call = (n: number) =>
    openBrowser(app, web, `192.0.2.${n}`).api('GET', '/api/users/me', undefined, token)
  for (let n = 1; n <= 5; n++) expect(await call(n)).toMatchObject({ status: 200 })
  expect(await call(6)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '12' },
    error: { message: 'Too many requests. Try again in 12 seconds.' },
  })
  app.clock.advance(12_000)
  expect(await call(7)).toMatchObject({ status: 200 })
})

test('signing in, files, probes and webhooks have budgets of their own', async ({ app }) => {
  const { http } = await openWeb(app)
  const until429 = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    for (let n = 0; n < 30; n++) {
      const answer = await http.inject({ method, url, payload: {} })
      if (answer.statusCode !== 429) continue
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      return n
    }
    return Infinity
  }
  expect(await until429('/api/auth/get-session')).toBe(15)
  expect(await until429('/assets/missing.js')).toBe(25)
  for (const method of ['GET', 'POST'] as const) expect(await until429('/none', method)).toBe(0)
  expect(await until429('/readyz')).toBe(3)
  expect(await until429('/hooks/telegram/%00', 'POST')).toBe(3)
  expect(await until429(`/hooks/telegram/${app.ctx.ids.next()}`, 'POST')).toBe(0)
  expect(await until429('/api/config')).toBe(20)
  expect(await until429('/healthz')).toBe(Infinity)
})

test('an answer to somebody who shows a token is kept by no cache', async ({ app }) => {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  await browser.post('/api/auth/sign-up/email', person)
  for (const path of ['/api/users/me', '/api/messages/none', '/api/messages?limit=x']) {
    expect(await browser.api('GET', path)).toMatchObject({
      headers: { 'cache-control': 'no-store' },
    })
  }
  expect(await browser.get('/api/users/me')).toMatchObject({
    status: 401,
    headers: { 'cache-control': 'no-store' },
  })
})

test('a page may use no camera, microphone or place of the browser', async ({ app }) => {
  const { http } = await openWeb(app)
  for (const url of ['/api/config', '/nowhere', '/api/users/me']) {
    expect((await http.inject(url)).headers['permissions-policy']).toBe(
      'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
  }
})

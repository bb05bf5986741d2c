import { openBrowser, openWeb, type Answer } from '../../test/browser.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { minutes } from '../platform/clock.ts'
import { forgetSessions } from './actions.ts'
import { deviceWords } from './devices.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const bob = { ...ada, email: 'bob@example.org' }

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Ada, signed in on a laptop and, a little later, on a phone. */
async function twoPlaces(app: TestApp) {
  const web = await openWeb(app)
  const laptop = openBrowser(app, web)
  await laptop.post('/api/auth/sign-up/email', ada, { 'user-agent': firefox })
  app.clock.advance(minutes(1))
  const phone = openBrowser(app, web, '198.51.100.7')
  await phone.post('/api/auth/sign-in/email', ada, { 'user-agent': safari })
  return { web, laptop, phone }
}

type Item = { id: string; current: boolean; device: string; lastSeenAt: string }
const itemsOf = ({ data }: Answer) => (data?.['items'] ?? []) as Item[]

test('a person sees where they are signed in, this place first, and when it was used', async ({
  app,
}) => {
  const { laptop, phone } = await twoPlaces(app)
  app.clock.advance(minutes(30))
  const answer = await laptop.api('GET', '/api/users/me/sessions')
  const { items } = answer.data as { items: Item[] }
  expect(items).toMatchObject([
    {
      device: 'Firefox on Windows',
      address: '192.0.2.1',
      createdAt: expect.any(String),
      lastSeenAt: '2026-06-01T08:31:00.000Z',
      current: true,
    },
    { device: 'Safari on iPhone', address: '198.51.100.7', current: false },
  ])
  expect(answer.text).not.toMatch(/token|Mozilla/)
  const [there] = itemsOf(await phone.api('GET', '/api/users/me/sessions'))
  expect(there).toMatchObject({ device: 'Safari on iPhone', current: true })
})

test('one place is signed out by itself, at once, and the others stay', async ({ app }) => {
  const { web, laptop, phone } = await twoPlaces(app)
  const token = await phone.token()
  expect(await phone.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
  const other = itemsOf(await laptop.api('GET', '/api/users/me/sessions')).find(
    ({ current }) => !current,
  )
  const received = web.nextNews('session.ended')
  const end = () => laptop.api('DELETE', `/api/users/me/sessions/${other?.id}`)
  expect(await end()).toMatchObject({ status: 200, data: { done: true } })
  expect(await received).toMatchObject({ id: other?.id })
  expect(await phone.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 401 })
  expect(await phone.get('/api/auth/token')).toMatchObject({ status: 401 })
  expect(await laptop.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
  expect(await end()).toMatchObject({ status: 404 })
})

test('nobody ends the session of somebody else', async ({ app }) => {
  const { web, laptop } = await twoPlaces(app)
  const stranger = openBrowser(app, web)
  await stranger.post('/api/auth/sign-up/email', bob)
  for (const { id } of itemsOf(await laptop.api('GET', '/api/users/me/sessions'))) {
    const answer = await stranger.api('DELETE', `/api/users/me/sessions/${id}`)
    expect(answer).toMatchObject({ status: 404 })
  }
  expect(itemsOf(await laptop.api('GET', '/api/users/me/sessions'))).toHaveLength(2)
  expect(itemsOf(await stranger.api('GET', '/api/users/me/sessions'))).toHaveLength(1)
})

test('a session that has run out is forgotten', async ({ app }) => {
  await twoPlaces(app)
  await app.pool.query(`update auth_session set expires_at = $1 where ip_address = '192.0.2.1'`, [
    app.clock.now(),
  ])
  app.clock.advance(1)
  await forgetSessions(app.ctx)
  const { rows } = await app.pool.query('select ip_address from auth_session')
  expect(rows).toEqual([{ ip_address: '198.51.100.7' }])
})

test.for([
  [firefox, 'Firefox on Windows'],
  [safari, 'Safari on iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64) Something/1.0', 'A browser on Linux'],
  ['curl/8.9.1', 'A program'],
  ['<script>', 'Unknown device'],
  [null, 'Unknown device'],
] as const)('%s is called %s', ([userAgent, words]) => {
  expect(deviceWords(userAgent)).toBe(words)
})

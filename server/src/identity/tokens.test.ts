import { ada, signUpAda } from '../../test/ada.ts'
import { stat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { openBrowser, openWeb } from '../../test/browser.ts'
import { expect, openTestApp, test } from '../../test/test-app.ts'
import { systemClock } from '../platform/clock.ts'
import { openListener } from '../platform/news/listener.ts'
import { readAuthSecrets } from '../platform/setting-readers.ts'
import { openIdentity } from './actions.ts'
import { AUDIENCE, openLibrary } from './embedded/library.ts'
import { authSecrets } from './embedded/secrets.ts'
import { admissions } from './rules.ts'

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

test('a token says who, from which session, and lasts 15 minutes', async ({ app }) => {
  const { web, token } = await signUpAda(app)
  const claims = claimsOf(token)
  expect(claims).toMatchObject({ email: ada.email, name: 'Ada', iss: 'http://localhost:3000' })
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900)
  const { caller, expiresAt } = await web.identity.verifyToken(token)
  expect(caller).toMatchObject({ id: claims['sub'], sessionId: claims['sid'], email: ada.email })
  expect(expiresAt.getTime()).toBe(app.clock.now().getTime() + 900_000)
})

test('176 without a token, or with an old one, the way on is told', async ({ app }) => {
  const { browser, token } = await signUpAda(app)
  expect(await browser.get('/api/users/me')).toMatchObject({
    status: 401,
    error: { code: 'unauthenticated', message: 'Sign in to go on.' },
  })
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 200 })
  app.clock.advance(15 * 60_000)
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({
    status: 401,
    error: { message: 'Your sign-in has run out. Sign in again to go on.' },
  })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
})

test('a token that we did not sign is refused, whatever it claims', async ({ app }) => {
  const { browser, token } = await signUpAda(app)
  const claims = claimsOf(token)
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string
  }
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  const sign = (header: object, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(key)
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))
  const [head, , signature] = token.split('.')
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody-else' }))

  const forged = {
    'our key id, another key': await sign({ kid }, privateKey),
    'an unknown key id': await sign({ kid: 'nobody' }, privateKey),
    'no key id': await sign({}, privateKey),
    'a shared secret': await sign({ alg: 'HS256', kid }, secret),
    'no signature': new UnsecuredJWT(claims).encode(),
    'other claims under our signature': `${head}.${other.toString('base64url')}.${signature}`,
    'no token at all': 'x'.repeat(50),
    'dots only': '..',
    'another scheme': `${token} more`,
  }
  for (const [what, bad] of Object.entries(forged)) {
    const { status, error } = await browser.api('GET', '/api/users/me', undefined, bad)
    expect({ what, status, code: error?.code }).toEqual({
      what,
      status: 401,
      code: 'unauthenticated',
    })
  }
})

test('our key with other claims is refused: issuer, audience, session', async ({ app }) => {
  const { web, token } = await signUpAda(app)
  const mine = claimsOf(token)
  const library = openLibrary(app.ctx, authSecrets(app.ctx.config, app.ctx.random))
  const sign = async (claims: Record<string, unknown>) => {
    const { token: signed } = await library.api.signJWT({
      body: { payload: { ...mine, ...claims } },
    })
    return web.identity.verifyToken(signed).then(
      () => 'let in',
      (error: Error) => error.message,
    )
  }
  expect(await sign({})).toBe('let in')
  expect(await sign({ iss: 'https://evil.example' })).toMatch('not valid')
  expect(await sign({ aud: 'another-service' })).toMatch('not valid')
  expect(await sign({ sid: undefined })).toMatch('not valid')
  expect(await sign({ sid: 'gone' })).toMatch('signed out')
  expect(await sign({ sub: 'somebody-else' })).toMatch('signed out')
  expect(AUDIENCE).toBe(mine['aud'])
})

test('a checked session is believed for five seconds', async ({ app }) => {
  const { browser, token } = await signUpAda(app)
  const me = () => browser.api('GET', '/api/users/me', undefined, token)
  expect(await me()).toMatchObject({ status: 200 })
  // Behind the back of the service; whatever it does itself is news.
  await app.pool.query('delete from auth_session')
  expect(await me()).toMatchObject({ status: 200 })
  app.clock.advance(5_000)
  expect(await me()).toMatchObject({ status: 401 })
})

test('a session that ended in one process ends in the others', async ({ app }) => {
  const { browser, token } = await signUpAda(app)
  const process = { ...app, ctx: { ...app.ctx, admissions: admissions(app.clock) } }
  const web = await openWeb(process)
  const there = openBrowser(process, web)
  const me = () => there.api('GET', '/api/users/me', undefined, token)
  expect(await me()).toMatchObject({ status: 200 })

  const received = web.nextNews('session.ended')
  await browser.post('/api/auth/sign-out')
  expect(await received).toMatchObject({ id: claimsOf(token)['sid'] })
  expect(await me()).toMatchObject({ status: 401 })
})

test('a session that ended while news were lost ends when they come again', async ({ app }) => {
  const { token } = await signUpAda(app)
  const listener = await openListener(app.databaseUrl, systemClock, app.ctx.log)
  app.atEnd(() => listener.close())
  const identity = await openIdentity(app.ctx, {
    admit: async () => {},
    hasLeft: async () => false,
    listener,
  })
  app.atEnd(() => identity.close())
  await identity.verifyToken(token)

  const connected = new Promise<void>((resolve) => void listener.onConnected(resolve))
  await app.pool.query('delete from auth_session')
  await app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'carillon listener' and datname = current_database()`,
  )
  await connected
  await expect(identity.verifyToken(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the secret is made once, for its owner only, and keys survive a restart', async ({ app }) => {
  const { token } = await signUpAda(app)
  const file = join(app.ctx.config.dataDir, 'auth-secrets')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^1:[\w+/=]{44}\n$/)

  const { identity } = await openWeb(app)
  expect((await identity.verifyToken(token)).caller.email).toBe(ada.email)
  const { rowCount } = await app.pool.query('select from auth_jwks')
  expect(rowCount).toBe(1)
})

test('keys that another secret sealed are dropped, and people can sign in again', async ({
  app,
}) => {
  const { token } = await signUpAda(app)
  const secrets = readAuthSecrets(`7:${'another secret '.repeat(3)}`)
  const changed = {
    ...app,
    ctx: {
      ...app.ctx,
      config: { ...app.ctx.config, auth: { ...app.ctx.config.auth, secrets } },
    },
  }
  const web = await openWeb(changed)
  const browser = openBrowser(changed, web)
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 401 })
  expect(await browser.post('/api/auth/sign-in/email', ada)).toMatchObject({ status: 200 })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
})

test('a newer secret in front keeps the keys of the older one', async ({ app }) => {
  const old = `1:${'an old secret it is '.repeat(2)}`
  const withSecrets = (setting: string) => {
    const auth = { ...app.ctx.config.auth, secrets: readAuthSecrets(setting) }
    return { ...app, ctx: { ...app.ctx, config: { ...app.ctx.config, auth } } }
  }
  const { token } = await signUpAda(withSecrets(old))
  const { identity } = await openWeb(withSecrets(`2:${'a new secret it is '.repeat(2)},${old}`))
  expect((await identity.verifyToken(token)).caller.email).toBe(ada.email)
})

test('a public server keeps its cookies to https and counts by network, whatever a client claims', async () => {
  const app = await openTestApp({
    env: {
      PUBLIC_URL: 'https://carillon.example',
      SECRETS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      AUTH_EMAIL_VERIFICATION: 'off',
    },
  })
  const web = await openWeb(app)
  const first = openBrowser(app, web)
  const { headers } = await first.post('/api/auth/sign-up/email', ada)
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Secure-carillon\.session_token=.*; Secure(;|$)/),
    expect.stringMatching(/^__Secure-carillon\.device=.*; HttpOnly; .*; Secure$/),
  ])

  const attempt = (n: number, address: string) =>
    openBrowser(app, web, address).post(
      '/api/auth/email-otp/request-password-reset',
      { email: `somebody-${n}@example.org` },
      { 'x-forwarded-for': `203.0.113.${n}`, 'x-carillon-address': `203.0.113.${n}` },
    )
  for (let n = 0; n < 30; n++) {
    expect(await attempt(n, `2001:db8::${n}`)).toMatchObject({ status: 200 })
  }
  expect(await attempt(31, '2001:db8::ffff:1')).toMatchObject({ status: 429 })
  expect(await attempt(32, '2001:db8:0:1::1')).toMatchObject({ status: 200 })
  await app.close()
})

test('the address of a session is the one we saw', async ({ app }) => {
  const web = await openWeb(app)
  const browser = openBrowser(app, web, '198.51.100.7')
  await browser.post('/api/auth/sign-up/email', ada, { 'x-forwarded-for': '203.0.113.9' })
  const { rows } = await app.pool.query<{ ip_address: string }>(
    'select ip_address from auth_session',
  )
  expect(rows).toEqual([{ ip_address: '198.51.100.7' }])
})

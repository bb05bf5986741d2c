import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import { expect, openTestApp, test as base } from '../../../test/test-app.ts'
import { openBrowser, openWeb } from '../../../test/browser.ts'
import { days, minutes } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { AppError } from '../../platform/errors.ts'
import { openIdentity } from '../actions.ts'
import { remoteIssuer } from './issuer.ts'
import { firebase, supabase, type Preset } from './presets.ts'

/** A hosted issuer on loopback: it serves its keys, and can be down. */
type Hosted = {
  url: string
  down: boolean
  asked: number
  /** Signs with a key of its own; `fresh` makes and publishes another first. */
  sign(claims: object, options?: { alg?: string; fresh?: boolean }): Promise<string>
}

const test = base.extend<{ hosted: Hosted }>({
  hosted: async ({}, use) => {
    const keys: { kid: string; alg: string; privateKey: CryptoKey; jwk: object }[] = []
    const hosted = {
      url: '',
      down: false,
      asked: 0,
      async sign(claims: object, { alg = 'RS256', fresh = false } = {}) {
        let key = keys.find((one) => one.alg === alg)
        if (!key || fresh) {
          const pair = await generateKeyPair(alg, { extractable: true })
          const kid = `key-${keys.length}`
          const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }
          key = { kid, alg, privateKey: pair.privateKey, jwk }
          keys.push(key)
        }
        return new SignJWT({ ...claims })
          .setProtectedHeader({ alg, kid: key.kid })
          .sign(key.privateKey)
      },
    }
    const server = createServer((_, response) => {
      hosted.asked += 1
      if (hosted.down) return response.writeHead(503).end()
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    hosted.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await use(hosted)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
})

const claims = (ctx: Context, preset: Preset, more: object = {}) => {
  const iat = Math.floor(ctx.clock.now().getTime() / 1_000)
  return { iss: preset.issuer, aud: preset.audience, sub: 'uid-1', iat, exp: iat + 3_600, ...more }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

test('a Firebase token is accepted for its project only', async ({ app, hosted }) => {
  const preset = firebase('my-project', hosted.url)
  const issuer = remoteIssuer(app.ctx, preset)
  const person = { email: 'ada@example.org', name: 'Ada', picture: 'https://photos.example/ada' }
  const token = await hosted.sign(claims(app.ctx, preset, person))
  expect(await issuer.verify(token)).toEqual({
    caller: { id: 'uid-1', ...person, sessionId: null },
    issuedAt: app.clock.now(),
    expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
  })

  const refused = [
    await hosted.sign(claims(app.ctx, preset, { aud: 'another-project' })),
    await hosted.sign(claims(app.ctx, preset, { iss: 'https://securetoken.google.com/other' })),
    await hosted.sign(claims(app.ctx, preset, { sub: '' })),
    await hosted.sign(claims(app.ctx, preset, { sub: undefined })),
    await hosted.sign(claims(app.ctx, preset, { exp: undefined })),
    await hosted.sign(claims(app.ctx, preset), { alg: 'ES256' }),
    await new SignJWT(claims(app.ctx, preset))
      .setProtectedHeader({ alg: 'HS256', kid: 'key-0' })
      .sign(new TextEncoder().encode('a shared secret of 32 characters')),
    new UnsecuredJWT(claims(app.ctx, preset)).encode(),
    'not a token',
  ]
  for (const bad of refused) expect(await outcome(issuer.verify(bad))).toBe('unauthenticated')
})

test('a token ends when it says, give or take five seconds', async ({ app, hosted }) => {
  const preset = firebase('my-project', hosted.url)
  const issuer = remoteIssuer(app.ctx, preset)
  const token = await hosted.sign(claims(app.ctx, preset))
  app.clock.advance(3_604_000)
  expect(await outcome(issuer.verify(token))).toBe('accepted')
  app.clock.advance(1_000)
  expect(await outcome(issuer.verify(token))).toBe('unauthenticated')
})

test('a Supabase token names its session and its profile', async ({ app, hosted }) => {
  const preset = supabase(`${hosted.url}/`)
  const issuer = remoteIssuer(app.ctx, preset)
  const more = {
    email: 'ada@example.org',
    session_id: 'session-1',
    user_metadata: { full_name: 'Ada L.', avatar_url: 'https://photos.example/ada' },
  }
  for (const alg of ['ES256', 'RS256']) {
    const token = await hosted.sign(claims(app.ctx, preset, more), { alg, fresh: true })
    const fresh = remoteIssuer(app.ctx, preset)
    expect((await fresh.verify(token)).caller).toEqual({
      id: 'uid-1',
      email: 'ada@example.org',
      name: 'Ada L.',
      picture: 'https://photos.example/ada',
      sessionId: 'session-1',
    })
  }
  const legacy = await new SignJWT(claims(app.ctx, preset))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('the shared secret of old projects'))
  expect(await outcome(issuer.verify(legacy))).toBe('unauthenticated')
})

test('an issuer that cannot be reached is not the fault of the token', async ({ app, hosted }) => {
  const preset = firebase('my-project', hosted.url)
  const issuer = remoteIssuer(app.ctx, preset)
  const token = await hosted.sign(claims(app.ctx, preset))
  hosted.down = true
  expect(await outcome(issuer.verify(token))).toBe('unavailable')
  hosted.down = false
  expect(await outcome(issuer.verify(token))).toBe('accepted')
})

test('tokens of unknown keys do not make us ask the issuer each time', async ({ app, hosted }) => {
  const preset = firebase('my-project', hosted.url)
  const issuer = remoteIssuer(app.ctx, preset)
  await issuer.verify(await hosted.sign(claims(app.ctx, preset)))
  const { privateKey } = await generateKeyPair('RS256')
  for (let n = 0; n < 20; n++) {
    const token = await new SignJWT(claims(app.ctx, preset))
      .setProtectedHeader({ alg: 'RS256', kid: `unknown-${n}` })
      .sign(privateKey)
    expect(await outcome(issuer.verify(token))).toBe('unauthenticated')
  }
  expect(hosted.asked).toBe(1)
})

test('with a hosted issuer the profile is made from the token, and /api/auth is not there', async ({
  hosted,
}) => {
  const app = await openTestApp({ env: { AUTH_ISSUER: 'supabase', SUPABASE_URL: hosted.url } })
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  const preset = supabase(hosted.url)
  const person = { email: 'ada@example.org', user_metadata: { name: 'A'.repeat(80) } }
  const token = await hosted.sign(claims(app.ctx, preset, person), { alg: 'ES256' })

  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({
    status: 200,
    data: { uid: 'uid-1', email: 'ada@example.org', displayName: 'A'.repeat(60) },
  })
  expect(await browser.post('/api/auth/sign-in/email', {})).toMatchObject({ status: 404 })

  const moved = { ...person, email: 'ada@new.example' }
  const later = await hosted.sign(claims(app.ctx, preset, { ...moved, session_id: 's2' }), {
    alg: 'ES256',
  })
  expect(await browser.api('GET', '/api/users/me', undefined, later)).toMatchObject({
    data: { email: 'ada@new.example', rev: 2 },
  })
  await app.close()
})

test.for(['firebase', 'supabase'] as const)(
  '178 with %s an account is deleted by whoever has just signed in',
  async (issuer, { hosted }) => {
    const env = {
      AUTH_ISSUER: issuer,
      SUPABASE_URL: hosted.url,
      FIREBASE_PROJECT_ID: 'my-project',
      FIREBASE_API_KEY: 'public',
    }
    const app = await openTestApp({ env })
    const preset = issuer === 'firebase' ? firebase('my-project', hosted.url) : supabase(hosted.url)
    const { confirmDeletion } = await openIdentity(app.ctx, {
      admit: async () => {},
      hasLeft: async () => false,
    })
    const outcomeOf = async (claims: object) =>
      confirmDeletion(preset.caller({ sub: 'uid-1', ...claims }), 'anything').then(
        () => 'deleted',
        ({ code, message }: AppError) => [code, message],
      )
    const ago = (ms: number) => (app.clock.now().getTime() - ms) / 1_000
    const signedIn = (ms: number) =>
      issuer === 'firebase'
        ? { auth_time: ago(ms) }
        : {
            amr: [
              { method: 'otp', timestamp: ago(days(3)) },
              { method: 'password', timestamp: ago(ms) },
            ],
          }
    const words =
      'To delete your account, sign out, sign in again, and delete it within 10 minutes.'

    expect(await outcomeOf(signedIn(minutes(9)))).toBe('deleted')
    expect(await outcomeOf(signedIn(minutes(10)))).toEqual(['forbidden', words])
    expect(await outcomeOf({})).toEqual(['forbidden', words])
    await app.close()
  },
)

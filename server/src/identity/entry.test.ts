import { api } from '@carillon/contract/api'
import { expect, openTestApp, test, type TestApp } from '../../test/test-app.ts'
import { codeFor, mailsOf, openBrowser, openWeb, type Browser } from '../../test/browser.ts'
import { countGuesses } from '../../test/guessing.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const wrong = { email: ada.email, password: 'not this horse' }

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const requestReset = '/api/auth/email-otp/request-password-reset'
const reset = '/api/auth/email-otp/reset-password'

/** A browser in which Ada has signed up. */
async function adas(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200, data: { signedIn: true } })
  return { web, browser, elsewhere: () => openBrowser(app, web) }
}

test('155, 156 who signs up is signed in, and the API knows them', async ({ app }) => {
  const { browser } = await adas(app)
  expect(await browser.get('/api/auth/get-session')).toMatchObject({
    data: { user: { email: ada.email, name: 'Ada' } },
  })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    status: 200,
    data: { email: ada.email, displayName: 'Ada', tier: 'free' },
  })
})

test('233 the session is in a cookie that only the identity service gets, and in no answer', async ({
  app,
}) => {
  const { browser } = await adas(app)
  const [token] = decodeURIComponent(browser.cookies.get('carillon.session_token') ?? '').split('.')
  const again = await browser.post(signIn, ada)
  expect(again.headers['set-cookie']).toEqual([
    expect.stringMatching(/^carillon\.session_token=.*; Path=\/api\/auth; HttpOnly; SameSite=Lax$/),
  ])
  const answers = [again, await browser.get('/api/auth/get-session')].map(({ text }) => text)
  expect(token).toMatch(/^\w{20,}$/)
  expect(answers.join()).not.toContain(token)
  expect(answers.join()).not.toMatch(/token|password/)
})

test('an address has one account, however it is written', async ({ app }) => {
  const { browser, elsewhere } = await adas(app)
  const other = { ...ada, email: ' ADA@Example.org ', password: 'a horse of my own' }
  expect(await elsewhere().post(signUp, other)).toMatchObject({
    status: 409,
    error: { code: 'conflict', reason: 'email_in_use', details: [{ path: 'email' }] },
  })
  const entered = await elsewhere().post(signIn, { ...ada, email: 'Ada@EXAMPLE.org' })
  expect(entered).toMatchObject({ status: 200, data: { signedIn: true } })
  expect(await browser.get('/api/auth/get-session')).toMatchObject({
    data: { user: { email: 'ada@example.org' } },
  })
})

test('of many who take one address at once, one gets it', async ({ app }) => {
  const web = await openWeb(app)
  const tries = [1, 2, 3, 4, 5].map((n) =>
    openBrowser(app, web).post(signUp, { ...ada, password: `correct horse ${n}` }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
})

test('161 a wrong password and an unknown address get the same answer', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const known = await elsewhere().post(signIn, wrong)
  const unknown = await elsewhere().post(signIn, { ...wrong, email: 'nobody@example.org' })
  expect(known).toMatchObject({
    status: 401,
    error: {
      code: 'unauthenticated',
      reason: 'credentials',
      message: 'The e-mail address or the password is wrong.',
    },
  })
  expect(unknown.text).toBe(known.text)
  expect(unknown.status).toBe(known.status)
})

test('157 a password that is hopeless is refused at its field, in words', async ({ app }) => {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  const words = async (password: string) => {
    const { status, error } = await browser.post(signUp, { ...ada, password })
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: 'invalid', reason: 'password_refused', details: [{ path: 'password' }] },
    })
    return error?.message
  }
  expect(await words('1q2w3e')).toBe('Use at least 8 characters.')
  expect(await words('Password123')).toMatch('one of the first that people guess')
  expect(await words('abababab')).toMatch('one of the first that people guess')
  expect(await words('Ada@example.org')).toMatch('not your e-mail address')
  expect(await words('x'.repeat(129))).toBe('Use at most 128 characters.')
})

test('what is typed wrong is told at its field', async ({ app }) => {
  const browser = openBrowser(app, await openWeb(app))
  expect(await browser.post(signUp, { ...ada, email: 'ada', name: 'A'.repeat(61) })).toMatchObject({
    status: 400,
    error: {
      code: 'invalid',
      reason: 'email_invalid',
      details: [
        { path: 'email', message: 'Enter an e-mail address, like name@example.com.' },
        { path: 'name', message: 'Use at most 60 characters.' },
      ],
    },
  })
  expect(await browser.post(signIn, {})).toMatchObject({ status: 400, error: { code: 'invalid' } })
})

test('157 the minimum length is the setting', async () => {
  const app = await openTestApp({ env: { AUTH_PASSWORD_MIN_LENGTH: '6' } })
  const browser = openBrowser(app, await openWeb(app))
  expect(await browser.post(signUp, { ...ada, password: 'kx83jt' })).toMatchObject({ status: 200 })
  await app.close()
})

test('160 wrong passwords count against the address, known or not, and the wait is told', async ({
  app,
}) => {
  const { web, elsewhere } = await adas(app)
  for (const email of [ada.email, 'nobody@example.org']) {
    const browser = elsewhere()
    await countGuesses(web, email, 9)
    expect(await browser.post(signIn, { ...wrong, email })).toMatchObject({ status: 401 })
    const refused = await browser.post(signIn, { ...ada, email })
    expect(refused).toMatchObject({
      status: 429,
      error: {
        code: 'rate_limited',
        message: 'Too many tries. Wait 15 minutes and try again.',
      },
    })
    expect(refused.headers['retry-after']).toBe('900')
  }
  app.clock.advance(15 * 60_000)
  expect(await elsewhere().post(signIn, ada)).toMatchObject({ status: 200 })
})

test('a right password forgets the wrong ones before it', async ({ app }) => {
  const { web, elsewhere } = await adas(app)
  for (let round = 0; round < 2; round++) {
    await countGuesses(web, ada.email, 9)
    expect(await elsewhere().post(signIn, ada)).toMatchObject({ status: 200 })
  }
})

test('parallel guesses are all counted', async ({ app }) => {
  const { web, elsewhere } = await adas(app)
  await countGuesses(web, ada.email, 7)
  const guesses = Array.from({ length: 7 }, () => elsewhere().post(signIn, wrong))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
})

test('158–160 a forgotten password is set anew by the mailed code, and every session ends', async ({
  app,
}) => {
  const { browser, elsewhere } = await adas(app)
  const phone = elsewhere()
  await phone.post(signIn, ada)
  const tokens = [await browser.token(), await phone.token()]

  const asking = elsewhere()
  expect(await asking.post(requestReset, { email: 'ADA@example.org' })).toMatchObject({
    status: 200,
    data: { done: true },
  })
  const otp = await codeFor(app, ada.email)
  const fresh = 'a much better horse'
  expect(
    await asking.post(reset, { email: ada.email, otp: ` ${otp} `, password: fresh }),
  ).toMatchObject({ status: 200, data: { done: true } })

  expect(await elsewhere().post(signIn, ada)).toMatchObject({ status: 401 })
  for (const token of tokens) {
    expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({
      status: 401,
      error: { code: 'unauthenticated', message: 'You were signed out. Sign in again to go on.' },
    })
  }
  expect(await browser.get('/api/auth/token')).toMatchObject({
    status: 401,
    error: { reason: 'session_ended' },
  })
  expect(await phone.post(signIn, { ...ada, password: fresh })).toMatchObject({ status: 200 })
  expect((await mailsOf(app)).map(({ to, subject }) => [to, subject])).toEqual([
    [ada.email, 'Your code to set a new password'],
    [ada.email, 'Your password was changed'],
  ])
})

test('160 a code works once, whoever is first', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const browser = elsewhere()
  await browser.post(requestReset, { email: ada.email })
  const otp = await codeFor(app, ada.email)
  const tries = [1, 2, 3, 4].map((n) =>
    browser.post(reset, { email: ada.email, otp, password: `better horse ${n}` }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  const again = await browser.post(reset, { email: ada.email, otp, password: 'best horse' })
  expect(again).toMatchObject({ status: 400, error: { reason: 'code_dead' } })
})

test('160 after five wrong codes the right one is dead, and a new one works', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const browser = elsewhere()
  const password = 'a much better horse'
  await browser.post(requestReset, { email: ada.email })
  const otp = await codeFor(app, ada.email)
  const guess = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n++) {
    expect(await browser.post(reset, { email: ada.email, otp: guess, password })).toMatchObject({
      status: 400,
      error: { code: 'invalid', reason: 'code_wrong', details: [{ path: 'otp' }] },
    })
  }
  expect(await browser.post(reset, { email: ada.email, otp, password })).toMatchObject({
    status: 400,
    error: { reason: 'code_dead' },
  })
  app.clock.advance(60_000)
  await browser.post(requestReset, { email: ada.email })
  const next = await codeFor(app, ada.email)
  expect(await browser.post(reset, { email: ada.email, otp: next, password })).toMatchObject({
    status: 200,
  })
})

test('160 a code is dead after ten minutes', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const browser = elsewhere()
  await browser.post(requestReset, { email: ada.email })
  const otp = await codeFor(app, ada.email)
  app.clock.advance(10 * 60_000)
  expect(
    await browser.post(reset, { email: ada.email, otp, password: 'a much better horse' }),
  ).toMatchObject({ status: 400, error: { reason: 'code_dead' } })
})

test('161 nothing about codes tells whether an address has an account', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const [known, unknown] = await Promise.all(
    [ada.email, 'nobody@example.org'].map(async (email) => {
      const browser: Browser = elsewhere()
      const guess = { email, otp: '000000', password: 'a much better horse' }
      const answers = [
        await browser.post(reset, guess),
        await browser.post(requestReset, { email }),
      ]
      answers.push(await browser.post(requestReset, { email }))
      for (let n = 0; n < 7; n++) answers.push(await browser.post(reset, guess))
      return answers.map(({ status, text }) => [status, text])
    }),
  )
  expect(known).toEqual(unknown)
  expect((await mailsOf(app)).map(({ to }) => to)).toEqual([ada.email])
})

test('160 codes are mailed once a minute, five an hour, ten a day', async ({ app }) => {
  const { elsewhere } = await adas(app)
  const browser = elsewhere()
  const ask = async () => {
    const { status, headers } = await browser.post(requestReset, { email: ada.email })
    return status === 200 ? 'sent' : Number(headers['retry-after'])
  }
  expect([await ask(), await ask()]).toEqual(['sent', 60])
  for (let n = 2; n <= 5; n++) {
    app.clock.advance(60_000)
    expect(await ask()).toBe('sent')
  }
  app.clock.advance(60_000)
  expect(await ask()).toBe(55 * 60)
  for (let n = 6; n <= 10; n++) {
    app.clock.advance(60 * 60_000)
    expect(await ask()).toBe('sent')
  }
  app.clock.advance(60 * 60_000)
  expect(await ask()).toBeGreaterThan(17 * 3_600)
})

test('a password is changed by who knows the old one; other sessions end', async ({ app }) => {
  const { browser, elsewhere } = await adas(app)
  const phone = elsewhere()
  await phone.post(signIn, ada)
  const old = await phone.token()
  const change = '/api/auth/change-password'
  const newPassword = 'a much better horse'

  expect(
    await browser.post(change, { currentPassword: 'not this horse', newPassword }),
  ).toMatchObject({ status: 400, error: { details: [{ path: 'currentPassword' }] } })
  expect(
    await browser.post(change, { currentPassword: ada.password, newPassword: '123456789' }),
  ).toMatchObject({ status: 400, error: { details: [{ path: 'newPassword' }] } })
  expect(await browser.post(change, { currentPassword: ada.password, newPassword })).toMatchObject({
    status: 200,
  })

  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
  expect(await phone.api('GET', '/api/users/me', undefined, old)).toMatchObject({ status: 401 })
  expect(await phone.post(change, { currentPassword: newPassword, newPassword })).toMatchObject({
    status: 401,
    error: { reason: 'session_ended' },
  })
  expect((await mailsOf(app)).at(-1)).toMatchObject({ subject: 'Your password was changed' })
})

test('044, 067 sign-out ends the session and its tokens at once', async ({ app }) => {
  const { browser } = await adas(app)
  const token = await browser.token()
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 200 })
  expect(await browser.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 401 })
  expect(await browser.get('/api/auth/get-session')).toMatchObject({ data: { user: null } })
  expect(await browser.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
})

test('sign-out elsewhere leaves this session alone', async ({ app }) => {
  const { browser, elsewhere } = await adas(app)
  const phone = elsewhere()
  await phone.post(signIn, ada)
  expect(await browser.post('/api/auth/revoke-other-sessions')).toMatchObject({ status: 200 })
  expect(await phone.get('/api/auth/get-session')).toMatchObject({ data: { user: null } })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
})

test('233 a page of another site can do nothing with the cookie', async ({ app }) => {
  const { web, browser } = await adas(app)
  const posts = api.rooms
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/auth/'))
    .map(({ path }) => path)
  expect(posts).toContain(reset)
  const headers = { origin: 'https://evil.example' }
  expect(await browser.post('/api/auth/sign-out', {}, headers)).toMatchObject({
    status: 403,
    error: { code: 'forbidden', reason: 'foreign_origin' },
  })
  const body = { ...ada, otp: '000000', currentPassword: 'x', newPassword: 'y' }
  for (const path of posts) {
    expect([path, (await browser.post(path, body, headers)).status]).toEqual([path, 403])
    const bare = await web.http.inject({
      method: 'POST',
      url: path,
      headers: { cookie: 'carillon.session_token=x' },
      payload: body,
    })
    expect([path, bare.statusCode]).toEqual([path, 403])
  }
  expect(await browser.get('/api/auth/get-session')).toMatchObject({
    data: { user: { email: ada.email } },
  })
})

test('162 what we do not use of the library is not there', async ({ app }) => {
  const { browser } = await adas(app)
  for (const path of ['list-sessions', 'ok', 'error', 'jwks', 'update-user', 'delete-user']) {
    expect(await browser.get(`/api/auth/${path}`)).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    })
    expect(await browser.post(`/api/auth/${path}`)).toMatchObject({ status: 404 })
  }
  expect(await browser.post('/api/auth/sign-in/email-otp', ada)).toMatchObject({ status: 404 })
})

test('a failure inside is told in our words, without its own', async ({ app }) => {
  const { browser } = await adas(app)
  await app.pool.query('alter table auth_session rename to auth_session_gone')
  const answer = await browser.post(signIn, ada)
  expect(answer).toMatchObject({
    status: 500,
    error: { code: 'internal', message: 'Something went wrong on our side. Nothing was changed.' },
  })
  expect(answer.text).not.toContain('auth_session')
})

test('bodies that are no JSON, or no object, are refused like everywhere', async ({ app }) => {
  const { web } = await adas(app)
  const send = async (payload: string, type: string) => {
    const headers = { 'content-type': type }
    const response = await web.http.inject({ method: 'POST', url: signIn, headers, payload })
    return [response.statusCode, response.json<{ error: { code: string } }>().error.code]
  }
  const form = 'email=ada%40example.org&password=x'
  expect(await send('{"email":', 'application/json')).toEqual([400, 'invalid'])
  expect(await send('[]', 'application/json')).toEqual([400, 'invalid'])
  expect(await send('null', 'application/json')).toEqual([400, 'invalid'])
  expect(await send(JSON.stringify(ada), 'text/plain')).toEqual([400, 'invalid'])
  expect(await send(form, 'application/x-www-form-urlencoded')).toEqual([415, 'unsupported'])
})

import { api } from '@carillon/contract/api'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { mailsOf, openBrowser, openWeb } from '../../test/browser.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const reset = '/api/auth/email-otp/reset-password'

/** A browser in which Ada has signed up. */
async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200, data: { signedIn: true } })
  return { web, browser, elsewhere: () => openBrowser(app, web) }
}

test('a password is changed by who knows the old one; other sessions end', async ({ app }) => {
  const { browser, elsewhere } = await signUpAda(app)
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
  expect(
    await browser.post(change, { currentPassword: ada.password, newPassword: ada.password }),
  ).toMatchObject({
    status: 400,
    error: {
      details: [{ path: 'newPassword', message: expect.stringContaining('that you have now') }],
    },
  })
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
  const { browser } = await signUpAda(app)
  const token = await browser.token()
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 200 })
  expect(await browser.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
  expect(await browser.api('GET', '/api/users/me', undefined, token)).toMatchObject({ status: 401 })
  expect(await browser.get('/api/auth/get-session')).toMatchObject({ data: { user: null } })
  expect(await browser.post('/api/auth/sign-out')).toMatchObject({ status: 200 })
})

test('sign-out elsewhere leaves this session alone', async ({ app }) => {
  const { browser, elsewhere } = await signUpAda(app)
  const phone = elsewhere()
  await phone.post(signIn, ada)
  expect(await browser.post('/api/auth/revoke-other-sessions')).toMatchObject({ status: 200 })
  expect(await phone.get('/api/auth/get-session')).toMatchObject({ data: { user: null } })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({ status: 200 })
})

test('233 a page of another site can do nothing with the cookie', async ({ app }) => {
  const { web, browser } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
  await app.pool.query('alter table auth_session rename to auth_session_gone')
  const answer = await browser.post(signIn, ada)
  expect(answer).toMatchObject({
    status: 500,
    error: { code: 'internal', message: 'Something went wrong on our side. Nothing was changed.' },
  })
  expect(answer.text).not.toContain('auth_session')
})

import { codeFor, mailsOf, openBrowser, openWeb } from '../../test/browser.ts'
import { expect, test as base, type TestApp } from '../../test/test-app.ts'

const env = { AUTH_EMAIL_VERIFICATION: 'required' }
const test = base.extend({ appOptions: async ({}, use) => use({ env }) })

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const stranger = { ...ada, password: 'the password of a stranger', name: 'Eve' }

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const sendCode = '/api/auth/email-otp/send-verification-otp'
const verify = '/api/auth/email-otp/verify-email'

async function openBrowsers(app: TestApp) {
  const web = await openWeb(app)
  return () => openBrowser(app, web)
}

test('155 who signs up proves the address by the mailed code and is signed in', async ({ app }) => {
  const browser = (await openBrowsers(app))()
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200, data: { signedIn: false } })
  expect(await browser.get('/api/auth/get-session')).toMatchObject({ data: { user: null } })
  expect(await browser.post(signIn, ada)).toMatchObject({
    status: 403,
    error: { code: 'forbidden', reason: 'email_unverified' },
  })

  const otp = await codeFor(app, ada.email)
  expect(await browser.post(verify, { email: ada.email, otp })).toMatchObject({
    status: 200,
    data: { signedIn: true },
  })
  expect(await browser.api('GET', '/api/users/me')).toMatchObject({
    data: { email: ada.email, displayName: 'Ada' },
  })
  expect([...browser.cookies.keys()]).toEqual(['carillon.session_token', 'carillon.device'])
})

test('a wrong code is told, five at most, and a new one can be asked for', async ({ app }) => {
  const browser = (await openBrowsers(app))()
  await browser.post(signUp, ada)
  const otp = await codeFor(app, ada.email)
  const wrong = { email: ada.email, otp: String((Number(otp) + 7) % 1_000_000).padStart(6, '0') }
  for (let n = 0; n < 5; n++) {
    expect(await browser.post(verify, wrong)).toMatchObject({ error: { reason: 'code_wrong' } })
  }
  expect(await browser.post(verify, { email: ada.email, otp })).toMatchObject({
    error: { reason: 'code_dead' },
  })
  expect(await browser.post(sendCode, { email: ada.email })).toMatchObject({ status: 429 })
  app.clock.advance(60_000)
  expect(await browser.post(sendCode, { email: ada.email })).toMatchObject({ status: 200 })
  const next = await codeFor(app, ada.email)
  expect(await browser.post(verify, { email: ada.email, otp: next })).toMatchObject({ status: 200 })
})

test('161 sign-up answers the same for a known address, whose owner is told', async ({ app }) => {
  const browsers = await openBrowsers(app)
  const browser = browsers()
  const first = await browser.post(signUp, ada)
  await browser.post(verify, { email: ada.email, otp: await codeFor(app, ada.email) })

  app.clock.advance(60_000)
  const second = await browsers().post(signUp, stranger)
  expect([second.status, second.text]).toEqual([first.status, first.text])
  expect((await mailsOf(app)).map(({ subject }) => subject)).toEqual([
    'Your code to confirm this address',
    'You already have an account',
  ])
  expect(await browsers().post(signIn, stranger)).toMatchObject({ status: 401 })
  expect(await browsers().post(signIn, ada)).toMatchObject({ status: 200 })
})

test('a second sign-up with an address yet unproved mails another code', async ({ app }) => {
  const browser = (await openBrowsers(app))()
  await browser.post(signUp, { ...ada, password: 'a password I forgot' })
  app.clock.advance(60_000)
  expect(await browser.post(signUp, ada)).toMatchObject({ data: { signedIn: false } })
  const otp = await codeFor(app, ada.email)
  expect(await browser.post(verify, { email: ada.email, otp })).toMatchObject({ status: 200 })
  app.clock.advance(60_000)
  expect(await browser.post(signIn, ada)).toMatchObject({ status: 200 })
})

test('a stranger who signed up with my address first gains nothing by my proof', async ({
  app,
}) => {
  const browsers = await openBrowsers(app)
  const [theirs, mine] = [browsers(), browsers()]
  await theirs.post(signUp, stranger)
  app.clock.advance(60_000)
  await mine.post(signUp, ada)
  const otp = await codeFor(app, ada.email)
  expect(await mine.post(verify, { email: ada.email, otp })).toMatchObject({ status: 200 })

  expect(await theirs.post(signIn, stranger)).toMatchObject({ status: 401 })
  expect(await browsers().post(signIn, ada)).toMatchObject({ status: 200 })
  expect(await mine.api('GET', '/api/users/me')).toMatchObject({ data: { displayName: 'Ada' } })
})

test('a code needs the browser in which the password was typed', async ({ app }) => {
  const browsers = await openBrowsers(app)
  await browsers().post(signUp, ada)
  const otp = await codeFor(app, ada.email)
  const laptop = browsers()
  expect(await laptop.post(verify, { email: ada.email, otp })).toMatchObject({
    status: 403,
    error: { message: expect.stringMatching('sign in here first') },
  })
  app.clock.advance(60_000)
  await laptop.post(signIn, ada)
  expect(await laptop.post(verify, { email: ada.email, otp })).toMatchObject({ status: 400 })
  const next = await codeFor(app, ada.email)
  expect(await laptop.post(verify, { email: ada.email, otp: next })).toMatchObject({ status: 200 })
})

test('who comes back later to prove the address finds a new code in the mail', async ({ app }) => {
  const browsers = await openBrowsers(app)
  await browsers().post(signUp, ada)
  app.clock.advance(24 * 60 * 60_000)
  const browser = browsers()
  expect(await browser.post(signIn, ada)).toMatchObject({ error: { reason: 'email_unverified' } })
  expect(await browser.post(signIn, ada)).toMatchObject({ error: { reason: 'email_unverified' } })
  expect(await mailsOf(app)).toHaveLength(2)
  const otp = await codeFor(app, ada.email)
  expect(await browser.post(verify, { email: ada.email, otp })).toMatchObject({ status: 200 })
})

test('no code is mailed to a proved or an unknown address, and nobody can tell', async ({
  app,
}) => {
  const browsers = await openBrowsers(app)
  const browser = browsers()
  await browser.post(signUp, ada)
  await browser.post(verify, { email: ada.email, otp: await codeFor(app, ada.email) })
  const before = (await mailsOf(app)).length

  app.clock.advance(60_000)
  const answers = await Promise.all(
    [ada.email, 'nobody@example.org'].map((email) => browsers().post(sendCode, { email })),
  )
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"data":{"done":true}}'],
    [200, '{"data":{"done":true}}'],
  ])
  expect(await mailsOf(app)).toHaveLength(before)
})

test('a reset proves the address too', async ({ app }) => {
  const browser = (await openBrowsers(app))()
  await browser.post(signUp, stranger)
  app.clock.advance(60_000)
  await browser.post('/api/auth/email-otp/request-password-reset', { email: ada.email })
  const otp = await codeFor(app, ada.email)
  const reset = { email: ada.email, otp, password: ada.password }
  expect(await browser.post('/api/auth/email-otp/reset-password', reset)).toMatchObject({
    status: 200,
  })
  expect(await browser.post(signIn, ada)).toMatchObject({ status: 200 })
})

import { codeFor, mailsOf, openBrowser, openWeb } from '../../test/browser.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { minutes } from '../platform/clock.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const next = 'ada@lovelace.example'
const ask = { email: next, password: ada.password }

const request = '/api/auth/request-email-change'
const change = '/api/auth/change-email'
const signIn = '/api/auth/sign-in/email'

/** Ada, signed in on a laptop and on a phone. */
async function twoPlaces(app: TestApp) {
  const web = await openWeb(app)
  const laptop = openBrowser(app, web)
  await laptop.post('/api/auth/sign-up/email', ada)
  const phone = openBrowser(app, web, '198.51.100.7')
  await phone.post(signIn, ada)
  return { web, laptop, phone }
}

const me = '/api/users/me'
const subjects = async (app: TestApp, email: string) =>
  (await mailsOf(app)).filter(({ to }) => to === email).map(({ subject }) => subject)

test('223 the address changes by a code that is sent to the new one; the old one is told, and sessions stay', async ({
  app,
}) => {
  const { laptop, phone } = await twoPlaces(app)
  const oldToken = await phone.token()
  await phone.api('GET', me)
  expect(await laptop.post(request, ask)).toMatchObject({ status: 200, data: { done: true } })
  expect(await laptop.api('GET', me)).toMatchObject({ data: { email: ada.email } })

  const otp = await codeFor(app, next)
  expect(await laptop.post(change, { email: next.toUpperCase(), otp })).toMatchObject({
    status: 200,
  })
  expect(await laptop.api('GET', me)).toMatchObject({ data: { email: next } })
  expect(await subjects(app, ada.email)).toEqual(['Your e-mail address was changed'])

  // A token that still names the former address does not bring it back.
  app.clock.advance(minutes(1))
  expect(await phone.api('GET', me, undefined, oldToken)).toMatchObject({
    status: 200,
    data: { email: next },
  })
  expect(await phone.get('/api/auth/get-session')).toMatchObject({
    data: { user: { email: next } },
  })
  expect(await laptop.post(signIn, ada)).toMatchObject({ status: 401 })
  expect(await laptop.post(signIn, { ...ada, email: next })).toMatchObject({ status: 200 })
})

test('it asks for the password, and for a code that this browser asked for', async ({ app }) => {
  const { laptop, phone } = await twoPlaces(app)
  expect(await laptop.post(request, { ...ask, password: 'a guess' })).toMatchObject({
    status: 400,
    error: { reason: 'credentials', details: [{ path: 'password' }] },
  })
  expect(await laptop.post(request, { ...ask, email: ada.email })).toMatchObject({
    status: 400,
    error: { reason: 'email_invalid', message: 'This is your address already.' },
  })
  await laptop.post(request, ask)
  const otp = await codeFor(app, next)
  expect(await phone.post(change, { email: next, otp })).toMatchObject({
    error: { reason: 'code_dead' },
  })
  const wrong = String((Number(otp) + 7) % 1_000_000).padStart(6, '0')
  expect(await laptop.post(change, { email: next, otp: wrong })).toMatchObject({
    error: { reason: 'code_wrong' },
  })
  // The code proves this address and no other.
  expect(await laptop.post(change, { email: 'other@example.org', otp })).toMatchObject({
    error: { reason: 'code_dead' },
  })
  app.clock.advance(minutes(10))
  expect(await laptop.post(change, { email: next, otp })).toMatchObject({
    error: { reason: 'code_dead' },
  })
  expect(await laptop.api('GET', me)).toMatchObject({ data: { email: ada.email } })
})

test('161 the answer is the same for an address that has an account, whose owner is told', async ({
  app,
}) => {
  const { web, laptop } = await twoPlaces(app)
  await openBrowser(app, web).post('/api/auth/sign-up/email', { ...ada, email: next })
  const taken = await laptop.post(request, ask)
  const free = await laptop.post(request, { ...ask, email: 'free@example.org' })
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  expect(await subjects(app, next)).toEqual(['This address has an account already'])
  expect(await laptop.post(change, { email: next, otp: '123456' })).toMatchObject({ status: 400 })
})

test('an address that was taken while its code was on the way stays with who has it', async ({
  app,
}) => {
  const { web, laptop } = await twoPlaces(app)
  await laptop.post(request, ask)
  const otp = await codeFor(app, next)
  await openBrowser(app, web).post('/api/auth/sign-up/email', { ...ada, email: next })
  expect(await laptop.post(change, { email: next, otp })).toMatchObject({
    status: 409,
    error: { reason: 'email_in_use' },
  })
})

test('requests for a code and wrong passwords are rate limited', async ({ app }) => {
  const { laptop } = await twoPlaces(app)
  expect(await laptop.post(request, ask)).toMatchObject({ status: 200 })
  expect(await laptop.post(request, ask)).toMatchObject({ status: 429 })
  for (let n = 0; n < 10; n++) await laptop.post(request, { ...ask, password: `guess ${n}` })
  app.clock.advance(minutes(1))
  expect(await laptop.post(request, ask)).toMatchObject({ status: 429 })
  expect(await subjects(app, next)).toHaveLength(1)
})

test('a code for a change of address does not make the first request for a new password wait', async ({
  app,
}) => {
  const { web, laptop } = await twoPlaces(app)
  await laptop.post(request, ask)
  await laptop.post(change, { email: next, otp: await codeFor(app, next) })
  const reset = '/api/auth/email-otp/request-password-reset'
  const unknown = openBrowser(app, web)
  expect(await unknown.post(reset, { email: next })).toMatchObject({ status: 200 })
  expect(await unknown.post(reset, { email: next })).toMatchObject({ status: 429 })
})

test('nobody changes an address without being signed in', async ({ app }) => {
  const stranger = openBrowser(app, await openWeb(app))
  expect(await stranger.post(request, ask)).toMatchObject({ status: 401 })
  expect(await stranger.post(change, { email: next, otp: '123456' })).toMatchObject({ status: 401 })
})

import { expect, test, type TestApp } from '../../test/test-app.ts'
import { codeFor, mailsOf, openBrowser, openWeb, type Browser } from '../../test/browser.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const requestReset = '/api/auth/email-otp/request-password-reset'
const reset = '/api/auth/email-otp/reset-password'

/** A browser in which Ada has signed up. */
async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200, data: { signedIn: true } })
  return { web, browser, elsewhere: () => openBrowser(app, web) }
}

test('158, 159, 160 a forgotten password is set anew by the mailed code, and every session ends', async ({
  app,
}) => {
  const { browser, elsewhere } = await signUpAda(app)
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
  const { elsewhere } = await signUpAda(app)
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
  const { elsewhere } = await signUpAda(app)
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
  const { elsewhere } = await signUpAda(app)
  const browser = elsewhere()
  await browser.post(requestReset, { email: ada.email })
  const otp = await codeFor(app, ada.email)
  app.clock.advance(10 * 60_000)
  expect(
    await browser.post(reset, { email: ada.email, otp, password: 'a much better horse' }),
  ).toMatchObject({ status: 400, error: { reason: 'code_dead' } })
})

test('161 nothing about codes tells whether an address has an account', async ({ app }) => {
  const { elsewhere } = await signUpAda(app)
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
  const { elsewhere } = await signUpAda(app)
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

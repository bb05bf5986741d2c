import { expect, openTestApp, test, type TestApp } from '../../test/test-app.ts'
import { openBrowser, openWeb } from '../../test/browser.ts'
import { countGuesses } from '../../test/wrong-passwords.ts'

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const wrong = { email: ada.email, password: 'not this horse' }

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'

/** A browser in which Ada has signed up. */
async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const browser = openBrowser(app, web)
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200, data: { signedIn: true } })
  return { web, browser, elsewhere: () => openBrowser(app, web) }
}

test('155, 156 who signs up is signed in, and the API knows them', async ({ app }) => {
  const { browser } = await signUpAda(app)
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
  const { browser } = await signUpAda(app)
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
  const { browser, elsewhere } = await signUpAda(app)
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
  const { elsewhere } = await signUpAda(app)
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
  const { web, elsewhere } = await signUpAda(app)
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
  const { web, elsewhere } = await signUpAda(app)
  for (let round = 0; round < 2; round++) {
    await countGuesses(web, ada.email, 9)
    expect(await elsewhere().post(signIn, ada)).toMatchObject({ status: 200 })
  }
})

test('parallel guesses are all counted', async ({ app }) => {
  const { web, elsewhere } = await signUpAda(app)
  await countGuesses(web, ada.email, 7)
  const guesses = Array.from({ length: 7 }, () => elsewhere().post(signIn, wrong))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
})

test('bodies that are no JSON, or no object, are refused like everywhere', async ({ app }) => {
  const { web } = await signUpAda(app)
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

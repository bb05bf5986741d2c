import { codeFor, mailsOf, openBrowser, openWeb, type Browser } from '../../test/browser.ts'
import { countGuesses } from '../../test/wrong-passwords.ts'
import { expect, test as base, type TestApp } from '../../test/test-app.ts'
import { days, hours, minutes } from '../platform/clock.ts'
import { countTry, isUnderLimit, triesFrom } from './embedded/counting.ts'

/** A server that everybody can reach: what a network tries is counted. */
const env = {
  PUBLIC_URL: 'https://carillon.example',
  SECRETS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  AUTH_EMAIL_VERIFICATION: 'off',
}
const test = base.extend({ appOptions: async ({}, use) => use({ env }) })

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' }
const wrong = { email: ada.email, password: 'not this horse' }
const fresh = 'a much better horse'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const signOut = '/api/auth/sign-out'
const change = '/api/auth/change-password'
const requestReset = '/api/auth/email-otp/request-password-reset'
const reset = '/api/auth/email-otp/reset-password'

const strangers = '203.0.113.66'

/** Ada's browser, in which she signed up, and others from any network. */
async function signUpAda(app: TestApp) {
  const web = await openWeb(app)
  const from = (address: string) => openBrowser(app, web, address)
  const browser = from('192.0.2.1')
  expect(await browser.post(signUp, ada)).toMatchObject({ status: 200 })
  return { web, browser, from }
}

/** Tries the same again and again; the statuses of the answers. */
async function repeat(times: number, send: () => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await send()).status)
  return statuses
}

const guessFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('160 wrong passwords of a stranger stop neither the owner at home nor one who comes from elsewhere', async ({
  app,
}) => {
  const { web, browser, from } = await signUpAda(app)
  await browser.post(signOut)
  const stranger = from(strangers)
  await countGuesses(web, ada.email, 9, strangers)
  expect(await stranger.post(signIn, wrong)).toMatchObject({ status: 401 })
  expect(await stranger.post(signIn, ada)).toMatchObject({ status: 429 })

  expect(await browser.post(signIn, ada)).toMatchObject({ status: 200 })
  expect(await from('198.51.100.7').post(signIn, ada)).toMatchObject({ status: 200 })
})

test('160 many networks together are stopped at one address, but never a browser it knows', async ({
  app,
}) => {
  const { web, browser, from } = await signUpAda(app)
  await browser.post(signOut)
  const answers = []
  for (const email of [ada.email, 'nobody@example.org']) {
    // A hundred guesses from a hundred networks. What each network has used otherwise does not matter here.
    await app.ctx.transaction(async (tx) => {
      for (let n = 0; n < 100; n++)
        await isUnderLimit(web.identity.embedded!, tx, ['all passwords', email])
    })
    answers.push(await from(strangers).post(signIn, { ...ada, email }))
  }
  const [known, unknown] = answers
  expect(known).toMatchObject({
    status: 429,
    error: {
      message:
        'Too many people try to sign in with this address. Wait 60 minutes, set a new password with a code by e-mail, or use a browser in which you have signed in before.',
    },
  })
  expect(unknown?.text).toBe(known?.text)
  expect(await browser.post(signIn, ada)).toMatchObject({ status: 200 })

  // The mailbox is a way in from anywhere else.
  const elsewhere = from('2001:db8::1')
  await elsewhere.post(requestReset, { email: ada.email })
  const otp = await codeFor(app, ada.email)
  await elsewhere.post(reset, { email: ada.email, otp, password: fresh })
  expect(await elsewhere.post(signIn, { ...ada, password: fresh })).toMatchObject({ status: 200 })
})

test('160 a browser is known for the addresses that signed in with it, and counts by itself', async ({
  app,
}) => {
  const { web, browser, from } = await signUpAda(app)
  const eve = from('192.0.2.1')
  await eve.post(signUp, { ...ada, email: 'eve@example.org' })
  await countGuesses(web, ada.email, 10)
  expect(await eve.post(signIn, ada)).toMatchObject({ status: 429 })
  // The same network, but Ada's own browser.
  expect(await repeat(10, () => browser.post(signIn, wrong))).toEqual(Array(10).fill(401))
  expect(await browser.post(signIn, ada)).toMatchObject({ status: 429 })
  expect(await from('198.51.100.7').post(signIn, ada)).toMatchObject({ status: 200 })
})

test('a stranger cannot stop the owner who changes the password', async ({ app }) => {
  const { web, browser } = await signUpAda(app)
  await countGuesses(web, ada.email, 10, strangers)
  expect(
    await browser.post(change, { currentPassword: ada.password, newPassword: fresh }),
  ).toMatchObject({ status: 200 })
})

test('160 what a stranger asks and guesses leaves the code of the owner alone', async ({ app }) => {
  const { browser, from } = await signUpAda(app)
  const stranger = from(strangers)
  // Not even the minute between two mails is shared.
  expect(await stranger.post(requestReset, { email: ada.email })).toMatchObject({ status: 200 })
  expect(await browser.post(requestReset, { email: ada.email })).toMatchObject({ status: 200 })
  const otp = await codeFor(app, ada.email)
  app.clock.advance(minutes(1))
  expect(await stranger.post(requestReset, { email: ada.email })).toMatchObject({ status: 200 })

  const guess = { email: ada.email, otp: guessFor(otp), password: fresh }
  expect(await repeat(7, () => stranger.post(reset, guess))).toEqual(Array(7).fill(400))
  // Nor does it help to have read the mail of the owner.
  expect(await from('198.51.100.7').post(reset, { ...guess, otp })).toMatchObject({
    status: 400,
    error: {
      reason: 'code_dead',
      message: 'Enter the code in the browser where you asked for it, or ask for a new one here.',
    },
  })
  expect(await browser.post(reset, { ...guess, otp })).toMatchObject({ status: 200 })
})

test('160 strangers together mail 20 codes an hour to one address; its owner still gets one', async ({
  app,
}) => {
  const { browser, from } = await signUpAda(app)
  const ask = (n: number) => from(`198.51.100.${n}`).post(requestReset, { email: ada.email })
  for (let n = 0; n < 20; n++) expect(await ask(n)).toMatchObject({ status: 200 })
  expect(await ask(20)).toMatchObject({ status: 429 })
  expect(await browser.post(requestReset, { email: ada.email })).toMatchObject({ status: 200 })
  expect(await mailsOf(app)).toHaveLength(21)
})

test('160 an address for which codes are asked all the time gets longer ones, for a month', async ({
  app,
}) => {
  const { browser, from } = await signUpAda(app)
  const ask = async (who: Browser) => {
    expect(await who.post(requestReset, { email: ada.email })).toMatchObject({ status: 200 })
    return (await codeFor(app, ada.email)).length
  }
  for (let n = 0; n < 15; n++) expect(await ask(from(`198.51.100.${n}`))).toBe(6)
  app.clock.advance(days(29))
  const unknown = from('2001:db8::1')
  expect(await ask(unknown)).toBe(10)
  const otp = await codeFor(app, ada.email)
  const typed = `${otp.slice(0, 5)} ${otp.slice(5)}`
  expect(
    await unknown.post(reset, { email: ada.email, otp: typed, password: fresh }),
  ).toMatchObject({ status: 200 })
  expect(await ask(browser)).toBe(6)
  app.clock.advance(days(1))
  expect(await ask(from(strangers))).toBe(6)
})

test('160 one network tries passwords and codes at no more addresses, however it writes the path or its own address', async ({
  app,
}) => {
  const { from } = await signUpAda(app)
  const ask = (n: number) =>
    from(`2001:db8:0:1::${n.toString(16)}`).post(
      n % 2 ? requestReset : requestReset.replace('/api/auth', '/%61pi/a%75th'),
      { email: `somebody-${n}@example.org` },
    )
  for (let n = 0; n < 30; n++) expect(await ask(n)).toMatchObject({ status: 200 })
  expect(await ask(30)).toMatchObject({ status: 429 })
  expect(await ask(31)).toMatchObject({ status: 429 })
})

test('a network makes 30 accounts an hour and 60 a day, and the wait is told', async ({ app }) => {
  const { web, from } = await signUpAda(app)
  const service = web.identity.embedded!
  const visitor = { address: strangers, headers: {}, setCookies: () => {} }
  const taken = { ...ada, email: 'taken@example.org' }
  for (const wait of ['60 minutes', '23 hours']) {
    for (let n = 0; n < 30; n++) {
      await countTry(service, triesFrom(service, visitor, 'network sign-up'))
    }
    const refused = await from(strangers).post(signUp, taken)
    expect(refused).toMatchObject({
      status: 429,
      error: {
        message: `Too many accounts were created from your network. Wait ${wait} and try again.`,
      },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    app.clock.advance(hours(1))
  }
  expect(await from('198.51.100.7').post(signUp, taken)).toMatchObject({ status: 200 })
})

test('cookies have the prefix that keeps them to https, and no answer is kept by a cache', async ({
  app,
}) => {
  const { browser, from } = await signUpAda(app)
  await browser.post(requestReset, { email: ada.email })
  expect([...browser.cookies.keys()]).toEqual([
    '__Secure-carillon.session_token',
    '__Secure-carillon.device',
    '__Secure-carillon.reset',
  ])
  const answers = [
    await browser.get('/api/auth/get-session'),
    await browser.get('/api/auth/token'),
    await from(strangers).get('/api/auth/token'),
    await from(strangers).post(signIn, wrong),
    await from(strangers).post(signIn, {}),
  ]
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
    [200, 'no-store'],
    [200, 'no-store'],
    [401, 'no-store'],
    [401, 'no-store'],
    [400, 'no-store'],
  ])
})

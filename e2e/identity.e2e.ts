import type { Page } from '@playwright/test'
import { getMe } from '@carillon/contract/users'
import { newPerson, signInAs } from '../tools/client.ts'
import { admit, arrive, expect, signIn, signUp, test, toasts } from './fixtures.ts'
import { lose } from './lose.ts'

// A tab that reconnects or renews its token before it learns of the sign-out logs the refusal.
test.use({
  mayComplain:
    /^The (live connection failed|profile could not be read|token could not be renewed)\./,
})

const DASHBOARD = /\/dashboard\/messages\/automated$/
const WRONG = 'The e-mail address or the password is wrong.'

test('157, 163 signing up says at the field what is wrong, and keeps what was typed', async ({
  page,
  product,
}) => {
  await newPerson(product.url, 'mara@example.org')
  await page.goto('/signup')
  const email = page.getByLabel('E-mail')
  const password = page.getByLabel('Password', { exact: true })
  const create = page.getByRole('button', { name: 'Create account' })
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(email).toBeFocused()
  await page.goBack()

  await page.getByLabel('Name').fill('Mara')
  await email.fill('mara@')
  await password.fill('short')
  await create.click()
  await expect(email).toHaveAccessibleDescription(/Enter an e-mail address/)
  await expect(password).toHaveAccessibleDescription(/Use at least 8 characters/)

  await email.fill('mara@example.org')
  await password.fill('password123')
  await create.click()
  await expect(password).toHaveAccessibleDescription(/one of the first that people guess/)

  await password.fill('correct horse battery')
  await create.click()
  await expect(email).toHaveAccessibleDescription(/An account with this e-mail address exists/)
  await expect(page.getByLabel('Name')).toHaveValue('Mara')
  await expect(password).toHaveValue('correct horse battery')

  // It is done, but its answer is lost: the same press again finds that out.
  await lose(page, '**/api/auth/sign-up/email', { times: 1 })
  await email.fill('mara.lind@example.org')
  await create.click()
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await create.click()
  await expect(page).toHaveURL(DASHBOARD)
  // The account has its name and time zone all the same.
  const mara = await signInAs(product.url, 'mara.lind@example.org', 'correct horse battery')
  await expect
    .poll(() => mara.call(getMe, {}))
    .toMatchObject({ displayName: 'Mara', timeZone: 'Europe/Berlin' })
})

test('155, 156 capitals in an e-mail address make no difference', async ({ page }) => {
  await signUp(page, { email: 'Tom.Hale@Example.ORG' })
  await signOut(page)
  await signIn(page, { email: 'tom.hale@example.org' })
  await signOut(page)
  await signIn(page, { email: ' TOM.HALE@EXAMPLE.ORG ' })
})

test('156, 161, 163 a wrong password and an unknown address get the same words, and the form keeps its values', async ({
  page,
  product,
}) => {
  await newPerson(product.url, 'ines@example.org')
  await page.goto('/login')
  const email = page.getByLabel('E-mail')
  const password = page.getByLabel('Password', { exact: true })

  for (const address of ['nobody@example.org', 'ines@example.org']) {
    await email.fill(address)
    await password.fill('wrong horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(password).toHaveAccessibleDescription(WRONG)
    await expect(email).toHaveValue(address)
    await expect(password).toHaveValue('wrong horse battery')
    await page.reload()
  }

  await signIn(page, { email: 'ines@example.org' })
})

test('158, 159, 160 a forgotten password is set anew with the mailed code, which works once', async ({
  page,
  context,
  browser,
  product,
}) => {
  const { email } = await newPerson(product.url, 'kofi@example.org')
  const elsewhere = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signIn(elsewhere, { email })

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)

  const mailboxOpens = context.waitForEvent('page')
  await page.getByRole('link', { name: 'mailbox' }).click()
  const mailbox = await mailboxOpens
  const mail = mailbox.getByRole('link').filter({ hasText: email })
  await mail.filter({ hasText: 'Your code to set a new password' }).click()
  const code = await mailbox.getByTestId('code').innerText()
  await mailbox.close()

  await setPassword(page, { code: otherThan(code), password: 'battery horse correct' })
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/This code is not right/)
  // It is done, but its answer is lost: the same press again finds that out.
  await lose(page, '**/api/auth/email-otp/reset-password', { times: 1 })
  await setPassword(page, { code, password: 'battery horse correct' })
  const problem = page.getByText('The server cannot be reached')
  await expect(problem).toBeVisible()
  await lose(page, '**/api/auth/sign-in/email', { times: 1 })
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(problem).toBeHidden()
  await expect(problem).toBeVisible()
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(DASHBOARD)
  await expect(toasts(page)).toContainText('Password changed')

  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.context().close()

  await signOut(page)
  await page.goto('/login')
  await submitSignIn(page, { email, password: 'correct horse battery' })
  await expect(page.getByText(WRONG)).toBeVisible()

  await page.goto('/password-reset')
  await page.getByLabel('E-mail').fill(email)
  await setPassword(page, { code, password: 'horse battery correct' })
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/does not work any more/)

  await signIn(page, { email, password: 'battery horse correct' })
})

test('044, 067, 175, 199, 232 signing out ends the session for the API, the live connection and the other tabs', async ({
  page,
  context,
  request,
  product,
}) => {
  const { email } = await newPerson(product.url, 'lea@example.org')
  const otherTab = await context.newPage()
  await otherTab.goto('/login')
  await page.goto('/login')
  const profileRead = page.waitForRequest('**/api/users/me')
  const opened = page.waitForEvent('websocket')
  await submitSignIn(page, { email })
  const { authorization = '' } = await (await profileRead).allHeaders()
  const closed = (await opened).waitForEvent('close')
  await expect(page).toHaveURL(DASHBOARD)
  await expect(otherTab).toHaveURL(DASHBOARD)
  const me = () => request.get('/api/users/me', { headers: { authorization } })
  expect((await me()).status()).toBe(200)

  await signOut(page)
  await closed
  await expect(otherTab).toHaveURL(/\/login/)
  expect((await me()).status()).toBe(401)
  await page.goto('/dashboard/cycles')
  await expect(page).toHaveURL(/\/login/)
})

test('014, 016 a page that was asked for is opened after signing in, if it is one of ours', async ({
  page,
  product,
}) => {
  const { email } = await newPerson(product.url, 'noor@example.org')
  await page.goto('/dashboard/telegram-manager?from=mail')
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Ftelegram-manager%3Ffrom%3Dmail')
  await submitSignIn(page, { email })
  await expect(page).toHaveURL('/dashboard/telegram-manager?from=mail')

  // One address of another site; `paths.test.ts` has all cases.
  for (const next of ['//example.com/dashboard', '/']) {
    await signOut(page)
    await page.goto(`/login?${new URLSearchParams({ next })}`)
    await submitSignIn(page, { email })
    await expect(page).toHaveURL(`${product.url}/dashboard/messages/automated`)
  }
})

test('009, 010, 011, 012, 013 who is signed in does not see the pages for guests, and Back does not lead there', async ({
  page,
}) => {
  await arrive(page, '/')
  for (const path of ['/login', '/signup', '/forgot-password', '/password-reset']) {
    await page.goto(path)
    await expect(page).toHaveURL(DASHBOARD)
    await page.goBack()
    await expect(page).toHaveURL('/')
  }
})

test('015 until it is known who is there, the dashboard shows neither itself nor the sign-in page', async ({
  page,
}) => {
  await admit(page)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', async (route) => {
    await held
    await route.continue()
  })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.goto('/dashboard/cycles')
  await expect(page.getByRole('status')).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  letGo()
  await expect(page.getByRole('heading', { name: 'Cycles' })).toBeVisible()
  expect(visited).not.toContain('/login')
})

async function submitSignIn(page: Page, person: { email: string; password?: string }) {
  await page.getByLabel('E-mail').fill(person.email)
  await page
    .getByLabel('Password', { exact: true })
    .fill(person.password ?? 'correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function setPassword(page: Page, { code, password }: { code: string; password: string }) {
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation').getByText('Get Started')).toBeVisible()
}

const otherThan = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

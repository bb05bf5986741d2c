import type { Page } from '@playwright/test'
import { PASSWORD } from '../tools/client.ts'
import { admit, arrive, expect, signUp, test, toasts } from './fixtures.ts'

/** Ends the session at the server, so that the page does not know it. */
async function endSession(page: Page) {
  const headers = { origin: new URL(page.url()).origin }
  const answer = await page.request.post('/api/auth/sign-out', { data: {}, headers })
  expect(answer.ok()).toBe(true)
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again to go on' })
const menu = (page: Page) => page.getByRole('button', { name: 'User menu' })

test.describe('a session that ends under way', () => {
  test.use({
    mayComplain:
      /^The (token could not be renewed|live connection failed|profile could not)|^Failed to fetch not|^WebSocket/,
  })

  test('174, 175 keeps what was typed until the person has signed in again', async ({ page }) => {
    await arrive(page, '/dashboard/new-message')
    const text = page.getByLabel('Message', { exact: true })
    await text.fill('Half of a thought')
    await endSession(page)
    // The page asks by itself too (for the next runs): then the dialog is there before the press.
    await expect(async () => {
      if (!(await again(page).isVisible()))
        await page.getByRole('button', { name: 'Save draft' }).click({ timeout: 1000 })
      await expect(again(page)).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(text).toHaveValue('Half of a thought')

    const field = again(page).getByLabel('Password', { exact: true })
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await field.fill('wrong horse battery')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/password is wrong/)
    await field.fill(PASSWORD)
    await again(page).getByRole('button', { name: 'Sign in' }).click()
    await expect(again(page)).toBeHidden()
    await expect(text).toHaveValue('Half of a thought')

    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/\/messages\/edit\//)
    await expect(text).toHaveValue('Half of a thought')
  })

  test('014, 016 may be left for another account, which comes back to the same page', async ({
    page,
  }) => {
    await arrive(page, '/dashboard/telegram-manager')
    await expect(page.getByRole('button', { name: /^Connect @/ })).toBeVisible()
    await endSession(page)
    await again(page).getByRole('button', { name: 'Use another account' }).click()
    await expect(page).toHaveURL('/login?next=%2Fdashboard%2Ftelegram-manager')
  })

  test('232 signing in again in one tab lets the other go on as well', async ({
    page,
    context,
  }) => {
    const { email } = await arrive(page)
    const other = await context.newPage()
    await other.goto('/dashboard/cycles')
    await expect(menu(other)).toBeVisible()
    await endSession(page)
    await page.goto('/dashboard/settings')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(again(other)).toBeHidden()
    await other.getByRole('navigation').getByRole('link', { name: 'Telegram Manager' }).click()
    await expect(other.getByText('Connect a bot')).toBeVisible()
  })
})

test('171 every call carries the token of who is signed in', async ({ page }) => {
  const bare: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    const open = /^\/api\/(auth\/|config)/.test(path)
    if (path.startsWith('/api/') && !open && !request.headers()['authorization']) bare.push(path)
  })
  const { email } = await signUp(page)
  await menu(page).click()
  await expect(page.getByRole('menu')).toContainText(email)
  expect(bare).toEqual([])
})

test.describe('when the profile cannot be read', () => {
  test.use({ mayComplain: /^The profile could not be read/ })

  test('170 it is logged and not told, and the person is there as free all the same', async ({
    page,
  }) => {
    const { email } = await admit(page)
    const failure = { error: { code: 'internal', message: 'It broke.' } }
    await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: failure }))
    const logged = page.waitForEvent('console', (line) =>
      line.text().startsWith('The profile could not be read'),
    )
    await page.goto('/dashboard/settings#plan')
    await logged
    await expect(page.getByText('Your current plan: Free')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(email)
    await expect(toasts(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('a server that is slow or broken', () => {
  test.use({
    mayComplain:
      /^The (profile could not|live connection failed)|^Failed to fetch not|^WebSocket connection to '[^']+' failed/,
  })

  test('says so in words with a way to try again, and the page stays usable', async ({ page }) => {
    await admit(page)
    await page.route('**/api/connections', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await page.goto('/dashboard/telegram-manager')
    await expect(page.getByText('The connections could not be loaded')).toBeVisible()
    await page.unroute('**/api/connections')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('button', { name: /^Connect @/ })).toBeVisible()
  })

  test('network gone: it is said, what was typed stays, and is saved once the network is back', async ({
    page,
    context,
  }) => {
    await arrive(page, '/dashboard/settings')
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByLabel('Name').fill('Kofi')
    await context.setOffline(true)
    await profile.getByRole('button', { name: 'Save profile' }).click()
    await expect(toasts(page)).toContainText('No answer from the server yet')
    await expect(profile.getByLabel('Name')).toHaveValue('Kofi')
    await context.setOffline(false)
    await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
  })
})

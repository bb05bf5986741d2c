import type { Page } from '@playwright/test'
import { builtScript } from './built-script.ts'
import { admit, arrive, expect, test, toasts } from './fixtures.ts'

const START = 'Schedule messages to your Telegram and WhatsApp groups'
const ABOUT = 'A bell that rings when you said, once'

const ABOUT_MODULE = 'features/about/AboutPage.tsx'
const SIGNUP_MODULE = 'features/identity/SignupPage.tsx'
const SETTINGS_MODULE = 'features/settings/SettingsPage.tsx'

const MEMBERS_ONLY = [
  '/dashboard',
  '/dashboard/messages/automated',
  '/dashboard/messages/scheduled',
  '/dashboard/new-message',
  '/dashboard/cycles',
  '/dashboard/cycles/x/edit',
  '/dashboard/new-cycle',
  '/dashboard/telegram-manager',
  '/dashboard/whatsapp-manager',
  '/dashboard/settings',
  '/dashboard/pricing',
]

test('014 whoever is signed out ends at the sign-in page, from any page of the dashboard', async ({
  page,
}) => {
  for (const path of MEMBERS_ONLY) {
    await page.goto(path)
    await expect(page).toHaveURL(/^[^?]*\/login(\?|$)/)
  }
})

test('036 a cycle or message that is not there says so, and leads back', async ({ page }) => {
  await admit(page)
  const nobodys = '0192aaaa-0000-7000-8000-000000000000'
  const lost = {
    [`/dashboard/cycles/${nobodys}`]: ['There is no such cycle', '/dashboard/cycles'],
    [`/dashboard/cycles/${nobodys}/edit`]: ['There is no such cycle', '/dashboard/cycles'],
    [`/dashboard/messages/edit/${nobodys}`]: [
      'There is no such message',
      '/dashboard/messages/scheduled',
    ],
  } as const
  for (const [path, [words, back]] of Object.entries(lost)) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Back to/ })
      .click()
    await expect(page).toHaveURL(back)
  }
})

test('017, 018, 019, 127 what leads nowhere ends at the start, and two addresses lead on', async ({
  page,
}) => {
  for (const path of ['/nope', '/a/b/c', '/auth/nope', '/pricing/more']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(START)
    await expect(toasts(page)).toContainText('There is no such page')
  }
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/')

  await arrive(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard/messages/automated')
  for (const path of ['/dashboard/nope', '/dashboard/settings/nope', '/dashboard/cycles/a/b']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(toasts(page)).toContainText('There is no such page')
  }
})

test('037 a page begins at its top with its heading; Back and a reload return to the place', async ({
  page,
}) => {
  const top = () => page.evaluate(() => scrollY)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/')
  // A press before hydration follows the link with a full page load, which moves no focus.
  await expect(page.getByRole('button', { name: 'Toggle theme' })).toBeEnabled()
  // However often it is pressed while its page loads, it is one entry of the history.
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).dblclick()
  await expect(heading(ABOUT)).toBeFocused()
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(heading(START)).toBeVisible()
  await expect.poll(top).toBeGreaterThan(600)

  await arrive(page, '/dashboard/settings')
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 700))
  const links = page.getByRole('navigation', { name: 'Dashboard' })
  await links.getByRole('link', { name: 'Cycles' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading('Cycles')).toBeFocused()
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(heading('Settings')).toBeFocused()
  await expect.poll(top).toBe(700)
  await page.reload()
  await expect.poll(top).toBe(700)
  await page.goto('/features')
  await page.goBack()
  await expect.poll(top).toBe(700)
})

test('a place on a page is an entry of its own, and a hash that is none does no harm', async ({
  page,
}) => {
  await arrive(page, '/dashboard/cycles')
  await page.getByRole('link', { name: 'Telegram Manager' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Scheduled Messages' }).click()
  await page.goto('/dashboard/new-message')
  await page.getByLabel('Message', { exact: true }).fill('Half of it')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/new-message#content')
  await page.evaluate(() => history.go(-1))
  await expect(page).toHaveURL('/dashboard/new-message')
  await page.evaluate(() => history.go(1))
  await expect(page).toHaveURL('/dashboard/new-message#content')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Half of it')

  // Back while the next page is still loading leads to the page that is shown.
  const letGo = await openSettingsSlowly(page)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/settings')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/dashboard/new-message#content')
  letGo()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Half of it')

  await page.getByRole('navigation').getByRole('link', { name: 'Cycles' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/cycles')
  for (const path of ['/#%', '/dashboard/settings#%E0%A4%A']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('020, 021 pages are fetched when they are wanted, with a sign of it', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) fetched.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const texts = await Promise.all(fetched.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.length).toBeGreaterThan(1)
  // Words that only the dashboard has: the names of scripts are hashes.
  for (const word of ['/socket.io', 'Automated Messages', 'Mark all as read']) {
    expect(texts.filter((text) => text.includes(word))).toEqual([])
  }

  await arrive(page, '/about')
  const letGo = await openSettingsSlowly(page)
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test.describe('when a page cannot be fetched', () => {
  test.use({
    mayComplain: /Failed to fetch dynamically imported module|error boundary|Failed to load/,
  })

  test('022, 023 one reload is tried; when that does not help, it is said what to do', async ({
    page,
  }) => {
    await page.addInitScript(() =>
      addEventListener('vite:preloadError', (event) =>
        sessionStorage.setItem('told', String(event.cancelable)),
      ),
    )
    await admit(page)
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    // The files of an old release are missing, but only until the reload.
    await page.goto('/')
    // A press before hydration follows the link with a full page load, and loads no module.
    await expect(page.getByRole('button', { name: 'Toggle theme' })).toBeEnabled()
    let reloaded = false
    page.on('request', (request) => {
      reloaded ||= request.isNavigationRequest()
    })
    await page.route(builtScript(ABOUT_MODULE), (route) =>
      reloaded ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect.poll(() => loads.length).toBe(2)
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ABOUT)
    expect(await page.evaluate(() => sessionStorage.getItem('told'))).toBe('true')

    // In a new tab, since one tab is reloaded only once for a while.
    const tab = await page.context().newPage()
    const again: string[] = []
    tab.on('load', () => again.push(tab.url()))
    await tab.route(builtScript(SETTINGS_MODULE), (route) => route.abort())
    await tab.goto('/dashboard/settings')
    await expect.poll(() => again).toHaveLength(2)
    const told = tab.getByRole('heading', { level: 1, name: 'A new version is available' })
    await expect(told).toBeVisible()
    expect(again).toHaveLength(2)

    await tab.unroute(builtScript(SETTINGS_MODULE))
    await tab.getByRole('button', { name: 'Reload' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })

  test('the frame of a public page, or of one to sign in, stays with the way to others', async ({
    page,
  }) => {
    const failed = page.getByRole('heading', { level: 1, name: 'A new version is available' })
    const frame = page.getByRole('banner')
    await page.route(builtScript(ABOUT_MODULE), (route) => route.abort())
    await page.goto('/about')
    await expect(failed).toBeVisible()
    await frame.getByRole('link', { name: 'Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await expect(failed).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.route(builtScript(SIGNUP_MODULE), (route) => route.abort())
    await page.goto('/signup')
    await expect(failed).toBeVisible()
    await frame.getByRole('link', { name: 'Carillon' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(START)
  })
})

/** Asks for the settings, whose script is held back until the returned function is called. */
async function openSettingsSlowly(page: Page): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(builtScript(SETTINGS_MODULE), async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  return letGo
}

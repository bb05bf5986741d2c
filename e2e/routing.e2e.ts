import { arrive, expect, test } from './fixtures.ts'

const PAGES = {
  '/dashboard/messages/automated': 'Automated Messages',
  '/dashboard/messages/scheduled': 'Scheduled Messages',
  '/dashboard/new-message': 'New message',
  '/dashboard/cycles': 'Cycles',
  '/dashboard/new-cycle': 'New cycle',
  '/dashboard/telegram-manager': 'Telegram Manager',
  '/dashboard/whatsapp-manager': 'Whatsapp Manager',
  '/dashboard/settings': 'Settings',
  '/dashboard/pricing': 'Choose Your Plan',
}

test('014 whoever is signed out ends at the sign-in page, from any page of the dashboard', async ({
  page,
}) => {
  for (const path of ['/dashboard', ...Object.keys(PAGES), '/dashboard/cycles/x/edit']) {
    await page.goto(path)
    await expect(page).toHaveURL(/^[^?]*\/login(\?|$)/)
  }
})

test('024–035, 037 every page has its heading, its title and the frame around it', async ({
  page,
}) => {
  await arrive(page)
  for (const [path, heading] of Object.entries(PAGES)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(/ · Carillon$/)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  }
})

test('036 a cycle or message that is not there says so, and leads back', async ({ page }) => {
  await arrive(page)
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

test('019 what leads nowhere ends at /, also under the dashboard', async ({ page }) => {
  await arrive(page)
  for (const path of ['/dashboard/nope', '/dashboard/settings/nope', '/dashboard/cycles/a/b']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('037 a new page begins at the top with its heading, and Back returns to the place', async ({
  page,
}) => {
  await arrive(page)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 700))
  const links = page.getByRole('navigation', { name: 'Dashboard' })
  await links.getByRole('link', { name: 'Cycles' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Cycles' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
})

test('020–021 pages are fetched when they are wanted, with a sign of it', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => /Dashboard|Settings|Message|live/.test(path))).toEqual([])

  await arrive(page)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/SettingsPage-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('status')).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test.describe('when a page cannot be fetched', () => {
  test.use({
    mayComplain: /Failed to fetch dynamically imported module|error boundary|Failed to load/,
  })

  test('022–023 one reload is tried, then it is said what to do; never a blank page', async ({
    page,
  }) => {
    await arrive(page)
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await page.route('**/SettingsPage-*.js', (route) => route.abort())
    await page.goto('/dashboard/settings')
    await expect.poll(() => loads).toHaveLength(2)
    const told = page.getByRole('heading', { level: 1, name: 'A new version is available' })
    await expect(told).toBeVisible()
    expect(loads).toHaveLength(2)

    await page.unroute('**/SettingsPage-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  })
})

import { expect, test } from './fixtures.ts'

const pages = [
  ['/', 'Messages to your groups: on time, sent once.'],
  ['/features', 'Everything it does, and how'],
  ['/pricing', 'Choose Your Plan'],
  ['/about', 'A bell that rings when you said, once'],
] as const

test('001, 003–005, 008 each public page has a heading, a title and a description of its own', async ({
  page,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const [path, heading] of pages) {
    const answer = await page.goto(path)
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, path])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    titles.add(await page.title())
    const description = page.locator('meta[name=description]')
    descriptions.add((await description.getAttribute('content')) ?? '')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
  }
  expect([titles.size, descriptions.size]).toEqual([pages.length, pages.length])
})

test('001, 003–005 the public pages can be read before any script has run', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  for (const [path, heading] of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
    expect(await page.locator('script:not([src])').count()).toBe(0)
  }
  // Whatever else is asked for is not shown the start first.
  await page.goto('/dashboard/cycles')
  await expect(page.getByRole('heading')).toHaveCount(0)
  await context.close()
})

test('018, 127 what is nowhere ends at the start, and /auth/login at the sign-in page', async ({
  page,
}) => {
  for (const path of ['/nope', '/a/b/c', '/auth/nope', '/pricing/more']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[0][1])
  }
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('020 the start asks for no code of the dashboard', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.endsWith('.js'))).not.toEqual([])
  expect(asked.filter((path) => /Dashboard|Automated|Manager|Editor|live-/.test(path))).toEqual([])
})

test('021 while a page is on its way, a spinner says so', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/LoginPage-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})

test('037 each page is announced by its heading, begins at its top, and Back returns to the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/')
  await page.getByRole('link', { name: 'How it keeps its promise' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(pages[3][1])
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle('About · Carillon')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(heading).toHaveText(pages[0][1])
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600)
})

test.describe('a release that is gone', () => {
  test.use({ mayComplain: /Failed to fetch dynamically imported module/ })

  test('022, 023 a page whose code is gone loads the app anew, once', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Gone for this document, however often it asks: it also fetches ahead when the link is pointed at.
    let reloaded = false
    page.on('request', (request) => {
      reloaded ||= request.isNavigationRequest()
    })
    await page.route('**/assets/AboutPage-*.js', (route) =>
      reloaded ? route.continue() : route.fulfill({ status: 404 }),
    )
    const loaded = page.waitForEvent('load')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await loaded
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[3][1])
  })
})

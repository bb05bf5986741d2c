import { updateMe } from '@carillon/contract/users'
import type { Page } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'

const LINKS = [
  ['Scheduled Messages', '/dashboard/messages/scheduled'],
  ['Automated Messages', '/dashboard/messages/automated'],
  ['Cycles', '/dashboard/cycles'],
  ['Telegram Manager', '/dashboard/telegram-manager'],
  ['Whatsapp Manager', '/dashboard/whatsapp-manager'],
] as const

const header = (page: Page) => page.getByRole('banner')
const sidebar = (page: Page) => page.getByRole('complementary')
const userMenu = (page: Page) => page.getByRole('button', { name: 'User menu' })
const widthOf = async (place: ReturnType<typeof sidebar>) => (await place.boundingBox())?.width

test('056, 057, 058 the sidebar is 64 px wide, and 280 px over the page under the pointer or the keyboard', async ({
  page,
}) => {
  await arrive(page)
  const heading = page.getByRole('heading', { level: 1 })
  await page.waitForLoadState('networkidle')
  const at = await heading.boundingBox()
  await expect.poll(() => widthOf(sidebar(page))).toBe(64)

  await sidebar(page).hover({ position: { x: 30, y: 400 } })
  await expect.poll(() => widthOf(sidebar(page))).toBe(280)
  expect(await heading.boundingBox()).toEqual(at)
  await page.mouse.move(900, 500)
  await expect.poll(() => widthOf(sidebar(page))).toBe(64)

  await page.reload()
  await expect(heading).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const link = (name: string) => sidebar(page).getByRole('link', { name })
  await expect(link('Scheduled Messages')).toBeFocused()
  await expect.poll(() => widthOf(sidebar(page))).toBe(280)

  // It closes once a page was chosen, also while the pointer still rests on it.
  await link('Automated Messages').click()
  await expect.poll(() => widthOf(sidebar(page))).toBe(64)
})

test('056, 060 the sidebar can be pinned, which is remembered, and the page makes room for it', async ({
  page,
}) => {
  await arrive(page)
  const heading = page.getByRole('heading', { level: 1 })
  await sidebar(page).getByRole('button', { name: 'Pin sidebar' }).click()
  await page.mouse.move(900, 500)
  await expect.poll(() => widthOf(sidebar(page))).toBe(280)
  await expect.poll(async () => (await heading.boundingBox())?.x ?? 0).toBeGreaterThan(280)
  await page.reload()
  await expect.poll(() => widthOf(sidebar(page))).toBe(280)
  await sidebar(page).getByRole('button', { name: 'Unpin sidebar' }).click()
  await expect.poll(() => widthOf(sidebar(page))).toBe(64)
})

test('060 a page to write on is marked under the list it was reached from, and leads back there', async ({
  page,
}) => {
  await arrive(page, '/dashboard/messages/automated?show=paused')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/new-message')
  const marked = sidebar(page).locator('[aria-current]')
  await expect(marked).toHaveText('Automated Messages')
  const back = page.getByRole('main').getByRole('link', { name: 'Automated Messages' })
  await back.click()
  await expect(page).toHaveURL('/dashboard/messages/automated?show=paused')
  // A message that is sent once will be in the other list.
  await page.goto('/dashboard/new-message?when=now')
  await expect(marked).toHaveText('Scheduled Messages')
  await page.goto('/dashboard/new-cycle')
  await expect(marked).toHaveText('Cycles')
})

test('059, 060 the five links lead to their pages, and the present one is marked', async ({
  page,
}) => {
  await arrive(page)
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(links).toHaveText(LINKS.map(([name]) => name))
  for (const [name, path] of LINKS) {
    // A late pointer event or a late page would close the sidebar.
    await expect(async () => {
      await page.mouse.move(900, 500)
      await sidebar(page).hover({ position: { x: 30, y: 400 } })
      await links.getByText(name).click({ timeout: 2_000 })
    }).toPass()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await expect(links.and(page.locator('[aria-current=page]'))).toHaveText([name])
  }
})

test('061, 062, 063, 064, 065, 066 the header holds the theme, the bell and a menu of 224 px that closes by itself', async ({
  page,
}) => {
  const { email } = await arrive(page)
  expect((await header(page).boundingBox())?.height).toBe(64)
  await expect(header(page).getByRole('button', { name: 'Toggle theme' })).toBeVisible()
  await expect(header(page).getByRole('button', { name: 'Notifications' })).toBeVisible()

  await userMenu(page).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(email)
  await expect(menu.getByRole('menuitem')).toHaveText(['Settings', 'Sign out'])
  expect((await menu.boundingBox())?.width).toBe(224)
  await page.mouse.click(500, 600)
  await expect(menu).toBeHidden()

  await userMenu(page).click()
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/dashboard/settings')
})

test('068, 069, 070, 071, 073, 213 under 768 px a full-screen menu slides in within 0.3 s', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const person = await arrive(page)
  const { email } = person
  await person.call(updateMe, { body: { displayName: 'Mara Voss' } })
  const open = page.getByRole('button', { name: 'Open menu' })
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(sidebar(page)).toBeVisible()
  await expect(open).toBeHidden()
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(sidebar(page)).toBeHidden()
  await expect(header(page).getByRole('button', { name: 'Notifications' })).toBeVisible()

  await open.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.poll(() => menu.boundingBox()).toEqual({ x: 0, y: 0, width: 767, height: 900 })
  expect(await motionOf(menu)).toEqual({ animation: '0.3s', transition: '0.3s' })
  const links = menu.getByRole('navigation').getByRole('link')
  await expect(links).toHaveText(LINKS.map(([name]) => name))
  await expect(menu).toContainText(`MMara Voss${email}`)
  const dark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  expect(await dark()).toBe(true)
  await menu.getByRole('button', { name: 'Toggle theme' }).click()
  expect(await dark()).toBe(false)

  await links.getByText('Cycles').click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/dashboard/cycles')

  await open.click()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await open.click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 900, height: 700 } })

  test('058 where nothing can hover, a press opens the sidebar, and a choice or a press beside it closes it', async ({
    page,
  }) => {
    await arrive(page, '/dashboard/cycles')
    const open = sidebar(page).getByRole('button', { name: 'Open sidebar' })
    await open.tap()
    await expect.poll(() => widthOf(sidebar(page))).toBe(280)
    await page.touchscreen.tap(700, 500)
    await expect.poll(() => widthOf(sidebar(page))).toBe(64)
    await open.tap()
    await sidebar(page).getByRole('link', { name: 'Telegram Manager' }).tap()
    await expect(page).toHaveURL('/dashboard/telegram-manager')
    await expect.poll(() => widthOf(sidebar(page))).toBe(64)
  })
})

test('072 nothing slides or grows for those who want less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await arrive(page)
  expect((await motionOf(sidebar(page))).transition).toMatch(/^1e-05s|^0.00001s/)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const { animation } = await motionOf(page.getByRole('dialog', { name: 'Menu' }))
  expect(animation).toMatch(/^1e-05s|^0.00001s/)
})

test.describe('when the server does not end the session', () => {
  test.use({ mayComplain: /^Signing out failed/ })

  test('067, 075 signing out goes to / and forgets the person here; the failure is only logged', async ({
    page,
  }) => {
    await arrive(page)
    await page.route('**/api/auth/sign-out', (route) => route.fulfill({ status: 500, body: '{}' }))
    const logged = page.waitForEvent('console', (line) =>
      line.text().startsWith('Signing out failed'),
    )
    await userMenu(page).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await logged
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('navigation').getByText('Get Started')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /fail/i })).toHaveCount(0)

    // The person stays signed out, however long the server is away; it learns of the sign-out at the next contact.
    const toldAgain = page.waitForRequest('**/api/auth/sign-out')
    await page.goto('/dashboard')
    await toldAgain
    await expect(page).toHaveURL(/\/login/)
    await page.unroute('**/api/auth/sign-out')
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login/)
    await expect
      .poll(async () => (await page.request.get('/api/auth/get-session')).text())
      .toContain('"user":null')
  })
})

const motionOf = (place: ReturnType<typeof sidebar>) =>
  place.evaluate((element) => {
    const { animationDuration, transitionDuration } = getComputedStyle(element)
    return { animation: animationDuration, transition: transitionDuration }
  })

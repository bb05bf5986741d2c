import type { Page } from '@playwright/test'
import { updateMe } from '@carillon/contract/users'
import { newPerson } from '../tools/client.ts'
import { arrive, expect, test } from './fixtures.ts'

const PHONE = { width: 390, height: 800 }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' })

let people = 0
const nextEmail = () => `Bar-${process.pid}-${(people += 1)}@example.org`

test('038, 039, 040 guests find the start, the prices, sign-in and sign-up in the bar', async ({
  page,
}) => {
  await page.goto('/about')
  await bar(page).getByRole('link', { name: 'Carillon' }).click()
  await expect(page).toHaveURL('/')
  await bar(page).getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(bar(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  await expect(bar(page).getByRole('link', { name: 'Get Started' })).toHaveAttribute(
    'href',
    '/signup',
  )
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await expect(bar(page).getByRole('button', { name: 'User menu' })).toHaveCount(0)
})

test('002, 006, 041, 042, 043, 044 members find the dashboard and themselves in the bar, and sign out there', async ({
  page,
  product,
  request,
}) => {
  const email = nextEmail().toLowerCase()
  const person = await newPerson(product.url, email)
  await person.call(updateMe, { body: { displayName: 'Nele Brandt' } })
  const profileRead = page.waitForRequest('**/api/users/me')
  await arrive(page, '/', person)
  const { authorization = '' } = await (await profileRead).allHeaders()
  const me = () => request.get('/api/users/me', { headers: { authorization } })

  for (const path of ['/', '/pricing']) {
    await page.goto(path)
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(page).toHaveURL(path)
    await expect(bar(page).getByRole('link', { name: 'Sign in' })).toHaveCount(0)
    await expect(bar(page).getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  }

  const avatar = bar(page).getByRole('button', { name: 'User menu' })
  await avatar.click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText('Nele Brandt')
  await expect(menu).toContainText(email)
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/dashboard/settings')

  await page.goto('/pricing')
  expect((await me()).status()).toBe(200)
  await avatar.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(bar(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect((await me()).status()).toBe(401)
})

test('045, 046, 047, 048, 049 the avatar falls back from the photo over the name and the e-mail to U', async ({
  page,
  product,
}) => {
  const email = nextEmail().toLowerCase()
  const person = await newPerson(product.url, email)
  await arrive(page, '/', person)
  const avatar = bar(page).getByRole('button', { name: 'User menu' })
  const photo = avatar.locator('img')

  await expect(avatar).toHaveText('B')

  await person.call(updateMe, { body: { displayName: 'nele' } })
  await page.reload()
  await expect(avatar).toHaveText('N')

  const dot = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="8"/></svg>`
  await page.route('https://photos.example/there.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: dot }),
  )
  await page.route('https://photos.example/gone.svg', (route) => route.fulfill({ status: 404 }))
  await person.call(updateMe, { body: { photoURL: 'https://photos.example/there.svg' } })
  await page.reload()
  await expect(photo).toHaveAttribute('src', 'https://photos.example/there.svg')
  await expect(avatar).toHaveText('')

  await person.call(updateMe, { body: { photoURL: 'https://photos.example/gone.svg' } })
  await page.reload()
  await expect(avatar).toHaveText('N')
  await expect(photo).toHaveCount(0)

  // Only a hosted identity service knows people without an address.
  const nameless = async (path: string) =>
    page.route(path, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text())
        .replaceAll(JSON.stringify(email), 'null')
        .replaceAll('"displayName":"nele"', '"displayName":""')
        .replaceAll('"https://photos.example/gone.svg"', '""')
      await route.fulfill({ response: answer, body })
    })
  await nameless('**/api/auth/get-session')
  await nameless('**/api/users/me')
  await page.reload()
  await expect(avatar).toHaveText('U')
})

test('050, 051, 052, 054 on a small screen guests find every way in a drawer from the left', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await expect(bar(page).getByRole('link', { name: 'Pricing' })).toBeHidden()
  const place = async () => {
    const { x, width } = (await drawer(page).boundingBox()) ?? {}
    return { x, width }
  }
  await openMenu(page).click()
  expect(await targets(page)).toEqual([
    'Home /',
    'Features /features',
    'Pricing /pricing',
    'About /about',
    'Sign in /login',
    'Get Started /signup',
  ])
  await expect.poll(place).toEqual({ x: 0, width: 300 })
  await page.setViewportSize({ width: 639, height: 800 })
  await expect.poll(place).toEqual({ x: 0, width: 300 })
  await page.setViewportSize({ width: 640, height: 800 })
  await expect.poll(place).toEqual({ x: 0, width: 400 })
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Escape')

  for (const [name, path] of ways) {
    await openMenu(page).click()
    await drawer(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(drawer(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

const ways = [
  ['Features', '/features'],
  ['Pricing', '/pricing'],
  ['About', '/about'],
  ['Home', '/'],
] as const

test('053, 054 members find the dashboard, the settings and the way out in the drawer', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await arrive(page, '/')
  await expect(bar(page).getByRole('button', { name: 'User menu' })).toBeVisible()
  await openMenu(page).click()
  expect(await targets(page)).toEqual([
    'Home /',
    'Features /features',
    'Pricing /pricing',
    'About /about',
    'Dashboard /dashboard',
    'Settings /dashboard/settings',
  ])
  await drawer(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/dashboard/settings')
  await expect(drawer(page)).toHaveCount(0)

  await page.goto('/about')
  await openMenu(page).click()
  await drawer(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(drawer(page)).toHaveCount(0)
  await expect(bar(page).getByRole('link', { name: 'Get Started' })).toBeVisible()
})

test('055 the drawer keeps the focus, and gives it back however it is closed', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(380, 400),
    () => drawer(page).getByRole('button', { name: 'Close menu' }).click(),
  ]) {
    // The prerendered page is visible before it is hydrated.
    await expect(openMenu(page)).toBeEnabled()
    await openMenu(page).press('Enter')
    await expect(drawer(page).getByRole('link').first()).toBeVisible()
    await settled(page)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await drawer(page).evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
    await close()
    await expect(drawer(page)).toHaveCount(0)
    await expect(openMenu(page)).toBeFocused()
  }
})

test('guests and members never see the links of the other while the session loads', async ({
  page,
}) => {
  await arrive(page, '/')
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  const { release, held } = await hold(page, '**/api/auth/get-session')
  await page.goto('/')
  await held
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Get Started' })).toBeHidden()
  release()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

/** The links of the drawer in their order, each with where it leads. */
async function targets(page: Page) {
  await expect(drawer(page).getByRole('link').first()).toBeVisible()
  return drawer(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`))
}

/** Resolves when the drawer has slid in. */
const settled = (page: Page) =>
  drawer(page).evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))

/** Keeps the requests to an address waiting until they are released. */
async function hold(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const held = page.waitForRequest(address)
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release(), held }
}

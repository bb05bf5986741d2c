import type { Page } from '@playwright/test'
import { arrive, expect, test } from './fixtures.ts'

const isDark = (page: Page) =>
  page.evaluate(() => document.documentElement.classList.contains('dark'))
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'))
const store = (page: Page, theme: string) =>
  page.evaluate((value) => localStorage.setItem('theme', value), theme)
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle theme' })

test('076, 077, 078 dark until somebody chooses; what is stored holds; system follows the device', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  expect(await isDark(page)).toBe(true)
  expect(await stored(page)).toBeNull()

  const shown = [
    ['light', 'dark', false],
    ['dark', 'light', true],
    ['system', 'light', false],
    ['system', 'dark', true],
    ['sepia', 'light', true],
  ] as const
  for (const [theme, device, dark] of shown) {
    await page.emulateMedia({ colorScheme: device })
    await store(page, theme)
    await page.reload()
    expect([theme, device, await isDark(page)]).toEqual([theme, device, dark])
  }
})

test('079, 080, 081 under system the page follows the device while open, and the toggle turns what is seen', async ({
  page,
}) => {
  await page.goto('/')
  await store(page, 'system')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  expect(await isDark(page)).toBe(false)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => isDark(page)).toBe(true)

  await toggle(page).click()
  expect([await isDark(page), await stored(page)]).toEqual([false, 'light'])
  await toggle(page).click()
  expect([await isDark(page), await stored(page)]).toEqual([true, 'dark'])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await isDark(page)).toBe(true)
})

test('082 the right theme is there before the first paint, by a script the policy allows', async ({
  page,
}) => {
  await page.goto('/')
  await store(page, 'light')
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      document.documentElement.dataset['first'] = document.documentElement.className
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  expect(await page.evaluate(() => document.documentElement.dataset['first'])).toBe('')
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#f7f9f9')
  await expect(page.locator('script:not([src])')).toHaveCount(0)
})

test('083, 232 settings offer all three, and the other tabs follow', async ({ page, context }) => {
  await arrive(page)
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/dashboard/cycles')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard/settings#appearance')
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(choice('Dark')).toBeChecked()

  const steps = [
    ['Light', 'light', false],
    ['System', 'system', false],
    ['Dark', 'dark', true],
  ] as const
  for (const [name, theme, dark] of steps) {
    await page.getByText(name, { exact: true }).click()
    await expect(choice(name)).toBeChecked()
    expect([await stored(page), await isDark(page)]).toEqual([theme, dark])
    await expect.poll(() => isDark(other)).toBe(dark)
  }
  await toggle(page).click()
  await expect(choice('Light')).toBeChecked()
})

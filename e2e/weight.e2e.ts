import type { Page } from '@playwright/test'
import { PASSWORD, signInAs } from '../tools/client.ts'
import { arrangeExample } from '../tools/example.ts'
import { BUDGET, weightOf } from '../tools/weight.ts'
import { admit, expect, test } from './fixtures.ts'

/** The first page of the dashboard, a list of each kind, and the heaviest pages: the element that shows each, and its budget. */
const PAGES = {
  '/dashboard/messages/automated': ['main li', BUDGET.list],
  '/dashboard/messages/scheduled': ['main li', BUDGET.list],
  '/dashboard/cycles': ['main li', BUDGET.list],
  '/dashboard/telegram-manager': ['main li', BUDGET.forms],
  '/dashboard/whatsapp-manager': ['main form', BUDGET.list],
  '/dashboard/settings': ['main form', BUDGET.forms],
} as const

test('229 the start is light, however much there is behind it', async ({ page }) => {
  const start = await loaded(page, '/')
  expect(await weightOf(start, 'js')).toBeGreaterThan(BUDGET.start / 2)
  expect(await weightOf(start, 'js')).toBeLessThanOrEqual(BUDGET.start)
  expect(await weightOf(start, 'css')).toBeLessThanOrEqual(BUDGET.style)
})

test('229 the pages of the dashboard are light, filled and opened with nothing in the cache', async ({
  page,
  browser,
  product,
  sandbox,
}) => {
  const email = 'mara@example.org'
  await arrangeExample(product.url, sandbox, email)
  await admit(page, await signInAs(product.url, email, PASSWORD))
  const storageState = await page.context().storageState()
  for (const [path, [shown, budget]] of Object.entries(PAGES)) {
    const context = await browser.newContext({ baseURL: product.url, storageState })
    const fresh = await context.newPage()
    const asked = await loaded(fresh, path)
    await expect(fresh.locator(shown).first()).toBeVisible()
    await context.close()
    expect(await weightOf(asked, 'js')).toBeGreaterThan(budget / 2)
    expect(await weightOf(asked, 'js'), path).toBeLessThanOrEqual(budget)
    expect(await weightOf(asked, 'css')).toBeLessThanOrEqual(BUDGET.style)
  }
})

/** The addresses of everything that a page loads until the network is idle. */
async function loaded(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return asked
}

import type { Page } from '@playwright/test'
import { BUDGET, weightOf } from '../tools/weight.ts'
import { expect, signUp, test } from './fixtures.ts'

test('229 the start is light, however much there is behind it', async ({ page }) => {
  const start = await loaded(page, '/')
  expect(await weightOf(start, 'js')).toBeGreaterThan(BUDGET.start / 2)
  expect(await weightOf(start, 'js')).toBeLessThanOrEqual(BUDGET.start)
  expect(await weightOf(start, 'css')).toBeLessThanOrEqual(BUDGET.style)
})

test('229 a list of the dashboard is light, opened with nothing in the cache', async ({
  page,
  browser,
  product,
}) => {
  await signUp(page)
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: await page.context().storageState(),
  })
  const list = await loaded(await context.newPage(), '/dashboard/messages/scheduled')
  await context.close()
  expect(await weightOf(list, 'js')).toBeGreaterThan(BUDGET.list / 2)
  expect(await weightOf(list, 'js')).toBeLessThanOrEqual(BUDGET.list)
  expect(await weightOf(list, 'css')).toBeLessThanOrEqual(BUDGET.style)
})

/** The addresses of all that a page loads until it rests. */
async function loaded(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return asked
}

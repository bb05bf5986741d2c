import { test as base, expect, type Page } from '@playwright/test'
import { startProduct, type Product } from '../tools/product.ts'

/** Settings a story file asks for: `test.use({ env: { DEFAULT_TIER: 'pro' } })`. */
type Options = { env: Record<string, string> }

/** A product per worker, the newcomer's browser, and what its console said. */
export const test = base.extend<{ quietConsole: void }, Options & { product: Product }>({
  env: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ env }, use) => {
      const product = await startProduct({ env })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // A warning in the console is a defect that users of the developer tools meet first.
  quietConsole: [
    async ({ page }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text())
      })
      page.on('pageerror', (error) => said.push(String(error)))
      await use()
      expect(said.filter((line) => !expected(line))).toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium itself reports every answer of 4xx and 5xx; the stories of bad input cause them on purpose. */
const expected = (line: string) => line.startsWith('Failed to load resource')

let people = 0

/** Signs up a new person and lands on the dashboard. */
export async function signUp(page: Page, person: { email?: string; password?: string } = {}) {
  const email = person.email ?? `person-${process.pid}-${(people += 1)}@example.org`
  const password = person.password ?? 'correct horse battery'
  await page.goto('/signup')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return { email, password }
}

export { expect }

import type { Browser } from '@playwright/test'
import { createClient } from '../../sandbox/src/testing/client.ts'
import { PASSWORD } from '../../tools/client.ts'
import { arrangeExample, type ExampleThings } from '../../tools/example.ts'
import { startProduct } from '../../tools/product.ts'

/** example.com is nobody's. */
const EMAIL = 'mara@example.com'

/** A product of its own that holds the example of `npm run seed`. */
export type Example = {
  url: string
  things: ExampleThings
  /** Signs in, and returns the storage state of that browser, with this theme. */
  enter: (browser: Browser, theme: string) => Promise<Entered>
  close: () => Promise<void>
}

type Entered = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** Starts it. */
export async function openExample(): Promise<Example> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  const sandbox = createClient(product.sandboxUrl)
  return {
    url: product.url,
    things: await arrangeExample(product.url, sandbox, EMAIL),
    async enter(browser, theme) {
      const context = await browser.newContext({ baseURL: product.url })
      const page = await context.newPage()
      await page.goto('/login')
      await page.evaluate((value) => localStorage.setItem('theme', value), theme)
      await page.getByLabel('E-mail').fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(/\/dashboard/)
      const state = await context.storageState()
      await context.close()
      return state
    },
    async close() {
      sandbox.close()
      await product.stop()
    },
  }
}

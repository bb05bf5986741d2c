import type { Browser } from '@playwright/test'
import { listMessages } from '@carillon/contract/messages'
import { updateMe } from '@carillon/contract/users'
import { createClient } from '../../sandbox/src/testing/client.ts'
import { newPerson, PASSWORD } from '../../tools/client.ts'
import type { Things } from '../../tools/pages.ts'
import { startProduct } from '../../tools/product.ts'
import { giveExample } from '../../tools/seed/example.ts'

/** example.com is nobody's. */
const EMAIL = 'mara@example.com'

/** A product of its own that holds the example of `npm run seed`. */
export type Example = {
  url: string
  things: Partial<Things> & { sent: string }
  /** Signs in, and answers the state of that browser, with this theme. */
  enter: (browser: Browser, theme: string) => Promise<Entered>
  close: () => Promise<void>
}

type Entered = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

/** Starts it; what it holds of the example is found by the words of the example. */
export async function openExample(): Promise<Example> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  const sandbox = createClient(product.sandboxUrl)
  const person = await newPerson(product.url, EMAIL)
  await person.call(updateMe, { body: { displayName: 'Mara', timeZone: 'Europe/Berlin' } })
  await giveExample(person, sandbox)
  const { items } = await person.call(listMessages, { query: { kind: 'scheduled' } })
  const idOf = (title: string) => items.find((message) => message.title === title)?.id ?? ''

  return {
    url: product.url,
    things: { editMessage: idOf('Sunday run'), sent: idOf('Hello') },
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

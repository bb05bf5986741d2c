import { createUser } from '@carillon/contract/users'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { createClient, type SandboxClient } from '../sandbox/src/testing/client.ts'
import { newPerson, PASSWORD, type Person } from '../tools/client.ts'
import { startProduct, type Product } from '../tools/product.ts'

export type Options = {
  /** Settings of the product; each project of the configuration has its own. */
  env: Record<string, string>
}
type Worker = Options & {
  product: Product
  /** The outside world, to arrange it and to see what reached it. */
  sandbox: SandboxClient
}

type Story = {
  /** Console messages that are allowed: stopping the server makes the browser log errors. */
  mayComplain: RegExp
  /** Signs a person in on another device: a browser of its own. Returns its only page, with nothing opened. */
  otherDevice: (person: Person) => Promise<Page>
  quietConsole: void
  serverLog: void
}

/** Each browser and each user made by the API has its own network address, so that stories on one product share no rate limit. */
const TRUSTING = { TRUST_PROXY: 'loopback' }

/** As `npm start` has it, but a number that is linked makes few keys. */
const WHOLE = { SANDBOX_WHATSAPP: 'on', SANDBOX_WHATSAPP_KEYS: '1' }

/** A product per worker, a new browser per story, and its console messages. */
export const test = base.extend<Story, Worker>({
  mayComplain: [/^$/, { option: true }],
  env: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ env }, use) => {
      const product = await startProduct({ env: { ...TRUSTING, ...WHOLE, ...env } })
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sandbox: [
    async ({ product }, use) => {
      const sandbox = createClient(product.sandboxUrl)
      await use(sandbox)
      sandbox.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // In a headless browser the mouse starts in the corner, over the sidebar, and opens it.
  context: async ({ context }, use) => {
    contexts += 1
    const network = `10.1.${contexts >> 8}.${contexts & 255}`
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': network })
    context.on('page', (page) => page.once('domcontentloaded', () => void rest(page)))
    keepRouting(context)
    await use(context)
  },
  otherDevice: async ({ browser, product }, use) => {
    const opened: BrowserContext[] = []
    await use(async (person) => {
      const context = await browser.newContext({ baseURL: product.url })
      opened.push(context)
      keepRouting(context)
      const page = await context.newPage()
      await admit(page, person)
      return page
    })
    for (const context of opened) await context.close()
  },
  // A warning in the console is a defect.
  quietConsole: [
    async ({ context, mayComplain }, use) => {
      const said: string[] = []
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text())
      })
      context.on('weberror', (problem) => said.push(String(problem.error())))
      await use()
      expect(said.filter((line) => !expected(line) && !mayComplain.test(line))).toEqual([])
    },
    { auto: true },
  ],
  // The server's log is attached to a failed story.
  serverLog: [
    async ({ product }, use, info) => {
      await use()
      if (info.status === info.expectedStatus) return
      await info.attach('server.log', { body: product.log(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

/**
 * Chromium itself reports every answer of 4xx and 5xx, which the stories of bad input cause on purpose,
 * and the recorder of traces when it finds a mail in its frame, where no script may run.
 */
const expected = (line: string) =>
  /^Failed to load resource|^Blocked script execution in '[^']*\/sandbox\/mailbox\//.test(line)

let contexts = 0

/**
 * Chromium 153 never answers some of the requests that begin while the last route is removed, also one that was for a
 * single request (2026-11-28). So once a page has had a route, there is always one. A page without routes gets none: it
 * would have no cache.
 */
function keepRouting(context: BrowserContext): void {
  context.on('page', (page) => {
    const route = page.route.bind(page)
    page.route = async (...options) => {
      page.route = route
      await context.route('**/no-such-address', (request) => request.fallback())
      return route(...options)
    }
  })
}

/** Moves the mouse to a point where nothing reacts to it. */
const rest = (page: Page) => page.mouse.move(640, 5).catch(() => {})

/** The time zone of the browser in the configuration; new users get it. */
export const ZONE = 'Europe/Berlin'

/** The visible toast; at most one. */
export const toasts = (page: Page) =>
  page.getByRole('region', { name: /^Notifications \(F8\)/ }).getByRole('listitem')

let people = 0

const nextEmail = () => `person-${process.pid}-${(people += 1)}@example.org`

/** Opens the page `at` as somebody who is signed in: a new person, or the one that is given. */
export async function arrive(page: Page, at = '/dashboard', known?: Person): Promise<Person> {
  const person = await admit(page, known)
  await page.goto(at)
  return person
}

/**
 * Signs the browser in, by the API, for the stories that are not about the account pages: a new person in the
 * browser's zone, or the one that is given. No page is opened.
 */
export async function admit(page: Page, known?: Person): Promise<Person> {
  const url = new URL((await page.request.get('/api/config')).url()).origin
  const person = known ?? (await newPerson(url, nextEmail()))
  if (!known) await person.call(createUser, { body: { timeZone: ZONE } })
  await page.context().addCookies(
    person.cookies.map((cookie) => {
      const [name = '', ...value] = cookie.split('=')
      return { name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' as const }
    }),
  )
  return person
}

/** Signs up a new person as they do it themselves, and lands on the dashboard. */
export async function signUp(page: Page, { email = nextEmail() }: { email?: string } = {}) {
  await page.goto('/signup')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  return { email }
}

/** Signs in somebody who has an account, and lands on the dashboard. */
export async function signIn(page: Page, person: { email: string; password?: string }) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password ?? PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
}

export { expect }

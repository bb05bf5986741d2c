import { chromium, type BrowserContext } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../sandbox/src/testing/client.ts'
import { PASSWORD } from '../tools/client.ts'
import { arrangeExample } from '../tools/example.ts'
import { findBrowser } from '../tools/launcher/browser.mjs'
import { buildWeb } from '../tools/launcher/web.mjs'
import { startProduct } from '../tools/product.ts'
import { say } from './figures.ts'
import { judge } from './web/lighthouse.ts'
import { sizes } from './web/sizes.ts'
import { vitals } from './web/vitals.ts'

const EMAIL = 'mara@example.com'
const LIST = '/dashboard/messages/scheduled'

/**
 * The web app as a phone meets it: what it weighs, what Lighthouse says of it, how soon it shows and
 * answers on a processor a quarter as fast. That every page is accessible and quiet is held by
 * e2e/accessible.e2e.ts.
 */
export async function web(): Promise<boolean> {
  await buildWeb()
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  const sandbox = createClient(product.sandboxUrl)
  const profile = await mkdtemp(join(tmpdir(), 'carillon-web-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`],
    baseURL: product.url,
  })
  try {
    await arrangeExample(product.url, sandbox, EMAIL)
    const complaints = listen(context)
    const held = [
      await sizes(context, '/', 'start'),
      await vitals(context, '/', openMenu),
      await judge(port, `${product.url}/`, { performance: 95, others: 100 }),
    ]
    await enter(context)
    held.push(
      await sizes(context, LIST, 'list'),
      await vitals(context, LIST, openMenu),
      await judge(port, product.url + LIST, { performance: 90 }),
    )
    say(`console    ${complaints.length} errors or warnings  bar: 0`)
    for (const line of complaints) say(`           ${line}`)
    return held.every(Boolean) && complaints.length === 0
  } finally {
    await context.close()
    sandbox.close()
    await product.stop()
    await rm(profile, { recursive: true, force: true })
  }
}

/** What the console of any page complains of from now on. */
function listen(context: BrowserContext): string[] {
  const said: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  context.on('weberror', (problem) => said.push(String(problem.error())))
  return said
}

async function enter(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.close()
}

/** What a thumb does first: the menu, and away with it. */
const openMenu = 'Open menu'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('No port was free.')
  return address.port
}

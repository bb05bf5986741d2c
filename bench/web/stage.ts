import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { PASSWORD } from '../../tools/client.ts'
import { findBrowser } from '../../tools/launcher/browser.mjs'
import { buildWeb } from '../../tools/launcher/web.mjs'
import { freePort } from '../../tools/port.ts'
import { startProduct, type Product } from '../../tools/product.ts'
import { say } from '../figures.ts'
import { startPostgres } from '../postgres.ts'

/** A product as built, with the address of its database, and a browser that other programs may ask, too. */
export type Stage = {
  product: Product
  databaseUrl: string
  context: BrowserContext
  /** Where the browser listens for them. */
  port: number
}

/** Measures with a product and a browser of its own; nothing held when the console complained. */
export async function onStage(measure: (stage: Stage) => Promise<boolean>): Promise<boolean> {
  await buildWeb()
  const postgres = await startPostgres()
  const databaseUrl = await postgres.database()
  const product = await startProduct({
    env: {
      DATABASE_URL: databaseUrl,
      DEFAULT_TIER: 'pro',
      LOG_LEVEL: 'warn',
      LIMIT_ACTIVE_SERIES: '1000',
      LIMIT_MESSAGES: '20000',
    },
  })
  const profile = await mkdtemp(join(tmpdir(), 'carillon-web-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`],
    baseURL: product.url,
  })
  try {
    const complaints = listen(context)
    const held = await measure({ product, databaseUrl, context, port })
    say(`console    ${complaints.length} errors or warnings  bar: 0`)
    for (const line of complaints) say(`           ${line}`)
    return held && complaints.length === 0
  } finally {
    await context.close()
    await product.stop()
    await postgres.stop()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Signs in, for all pages of this browser. */
export async function enter(context: BrowserContext, email: string) {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/dashboard/)
  await page.close()
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

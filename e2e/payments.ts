import { createConnection, listChats } from '@carillon/contract/connections'
import { createGroup, type Group } from '@carillon/contract/groups'
import { createCheckout } from '@carillon/contract/payments'
import { getMe } from '@carillon/contract/users'
import type { BrowserContext, Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import type { Person } from '../tools/client.ts'
import { expect } from './fixtures.ts'

/** Where a person sees their plan, and the part of the settings that shows it. */
export const PLAN = '/dashboard/settings#plan'
export const plan = (page: Page) => page.getByRole('region', { name: 'Plan and billing' })

/** The card of a plan on the page of the prices. */
export const card = (page: Page, name: 'Free' | 'Pro') =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The button to press on the provider's page, and whether its webhooks are delivered. */
type Press = { button?: string | RegExp; webhooks?: string }

/** Upgrades from the page of the prices: goes to the provider's page, presses there, and comes back. */
export async function upgrade(page: Page, press: Press = {}) {
  await card(page, 'Pro').getByRole('button', { name: 'Upgrade to Pro' }).click()
  await pressAtCheckout(page, press)
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
}

/** Presses a button of the provider's page, which says that no money moves. */
export async function pressAtCheckout(page: Page, { button = /^Pay \$/, webhooks }: Press = {}) {
  await expect(page.getByText('TEST MODE')).toBeVisible()
  await expect(page.getByText('$24.99').first()).toBeVisible()
  if (webhooks) await page.getByLabel(webhooks).check()
  await page.getByRole('button', { name: button }).click()
}

/** Goes from the settings to the provider's page, presses there if anything is named, and comes back. */
export async function manageBilling(page: Page, button?: string) {
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await expect(page.getByText('TEST MODE')).toBeVisible()
  if (button) await page.getByRole('button', { name: button }).click()
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(page).toHaveURL(PLAN)
}

/** Buys Pro without a browser. Resolves once the server knows it. */
export async function subscribe(person: Person, sandbox: SandboxClient) {
  const checkout = await openCheckout(person, sandbox)
  await sandbox.billing.checkout(checkout, { act: 'pay' })
  await expect.poll(async () => (await person.call(getMe, {})).tier).toBe('pro')
}

/** Opens a checkout for Pro without a browser. Returns its id. */
export async function openCheckout(person: Person, sandbox: SandboxClient): Promise<string> {
  const { checkoutUrl } = await person.call(createCheckout, { body: { productId: 'pro_tier' } })
  const { checkouts } = await sandbox.billing.view()
  return checkouts.find(({ secret }) => checkoutUrl.endsWith(secret))!.id
}

/** The subscriptions of this person at the provider. */
export async function subscriptionsOf({ email }: Person, sandbox: SandboxClient) {
  const { customers, subscriptions } = await sandbox.billing.view()
  const mine = new Set(customers.filter((one) => one.email === email).map(({ id }) => id))
  return subscriptions.filter(({ customerId }) => mine.has(customerId))
}

/** Connects a bot of the user's own. Returns a function that adds the bot to a group and chooses it. */
export async function openBot(person: Person, sandbox: SandboxClient) {
  const bot = await sandbox.createBot({})
  const connection = await person.call(createConnection, {
    body: { channel: 'telegram-bot', token: bot.token },
  })
  return async (title: string): Promise<Group> => {
    const chat = await sandbox.addGroup({ title })
    const externalId = String(chat.id)
    await sandbox.addBot({ chatId: chat.id, botId: bot.id })
    const known = async () =>
      (await person.call(listChats, { params: { id: connection.id } })).items.map(
        (one) => one.externalId,
      )
    await expect.poll(known).toContain(externalId)
    return person.call(createGroup, { body: { connectionId: connection.id, externalId } })
  }
}

/** The requests of this browser's pages below `path`, from now on. */
export function asked(context: BrowserContext, path: string): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(path)) seen.push(pathname)
  })
  return seen
}

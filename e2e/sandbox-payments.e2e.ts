import { createCheckout, openPortal, verifyCheckout } from '@carillon/contract/payments'
import { getMe } from '@carillon/contract/users'
import type { Page } from '@playwright/test'
import type { SandboxClient } from '../sandbox/src/testing/client.ts'
import { violationsOf } from './axe.ts'
import { admit, expect, test } from './fixtures.ts'

/** The address that a checkout returns to: the product, with the checkout's id. */
const RETURN = /\/dashboard\/pricing\?.*checkout_id=/

test('somebody pays in test money, sees that it is none, and is told apart from who does not pay', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const { checkoutUrl } = await person.call(createCheckout, { body: { productId: 'pro_tier' } })
  const id = await checkoutAt(sandbox, checkoutUrl)

  await page.goto(checkoutUrl)
  await expect(page.getByText('TEST MODE')).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Decline the card' }).click()
  await expect(page.getByRole('alert')).toContainText('The card was declined')
  expect((await person.call(getMe, {})).tier).toBe('free')

  await page.getByLabel('are lost').check()
  await page.getByRole('button', { name: 'Pay $24.99', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
  // No webhook was sent: on the return the server asks the provider.
  await expect(page.getByRole('link', { name: 'Back to Carillon' })).toHaveAttribute('href', RETURN)
  expect(await person.call(verifyCheckout, { params: { checkoutId: id } })).toEqual({
    status: 'paid',
    tier: 'pro',
  })
})

test('what happens to a subscription at the provider reaches the product by signed webhooks', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const { checkoutUrl } = await person.call(createCheckout, { body: { productId: 'pro_tier' } })
  await page.goto(checkoutUrl)
  await page.getByLabel('come out of order').check()
  await page.getByRole('button', { name: 'Pay $24.99', exact: true }).click()
  await tierBecomes('pro')

  const { portalUrl } = await person.call(openPortal, {})
  await page.goto(portalUrl)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByText('Active: renews on')).toBeVisible()
  await press('Fail the renewal')
  await expect(page.getByText('Payment failed.')).toBeVisible()
  await press('Recover the payment')
  await press('Cancel at period end')
  await expect(page.getByText('Canceled: ends on')).toBeVisible()
  await press('Resume')
  await page.getByLabel('come twice').check()
  await press('Refund the last payment')
  await expect(page.getByText('Ended on')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Refunded' })).toBeVisible()
  await tierBecomes('free')
  await expect
    .poll(async () => (await sandbox.billing.view()).webhooks.map(({ status }) => status))
    .not.toContain('waiting')

  async function tierBecomes(tier: 'free' | 'pro') {
    await expect.poll(async () => (await person.call(getMe, {})).tier).toBe(tier)
  }
})

test('the pages of the payments are accessible, and no wider than their window', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  const { checkoutUrl } = await person.call(createCheckout, { body: { productId: 'pro_tier' } })
  const id = await checkoutAt(sandbox, checkoutUrl)
  await sandbox.billing.checkout(id, { act: 'decline' })
  const overview = new URL('/sandbox/pay', checkoutUrl).href
  for (const url of [checkoutUrl, overview]) await look(page, url)
  await sandbox.billing.checkout(id, { act: 'pay', webhooks: 'lost' })
  const { portalUrl } = await person.call(openPortal, {})
  for (const url of [checkoutUrl, overview, portalUrl]) await look(page, url)
})

async function checkoutAt(sandbox: SandboxClient, url: string): Promise<string> {
  const { checkouts } = await sandbox.billing.view()
  return checkouts.find(({ secret }) => url.endsWith(secret))!.id
}

async function look(page: Page, url: string) {
  await page.goto(url)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      )
    }
    expect(await violationsOf(page)).toEqual([])
  }
}

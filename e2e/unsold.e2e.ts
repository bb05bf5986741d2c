import { arrive, expect, test } from './fixtures.ts'
import { card } from './payments.ts'

test('224 where plans are not sold, none is offered, and the reason stands there instead', async ({
  page,
}) => {
  await arrive(page, '/pricing')
  for (const path of ['/pricing', '/dashboard/pricing']) {
    await page.goto(path)
    await expect(card(page, 'Pro')).toContainText('Plans cannot be bought on this server yet.')
    await expect(card(page, 'Pro').getByRole('button')).toBeDisabled()
  }
  await page.goto('/dashboard/settings#plan')
  const plan = page.getByRole('region', { name: 'Plan and billing' })
  await expect(plan).toContainText('Your current plan: Free')
  await expect(plan).toContainText('0 of 1 groups')
  await expect(plan).toContainText('0 of 1 cycles')
  await expect(plan).toContainText('Plans cannot be bought on this server yet.')
  await expect(plan.getByRole('button')).toHaveCount(0)
  await expect(plan.getByRole('link')).toHaveCount(0)
})

test('192 where WhatsApp is not offered, no page promises it', async ({ page }) => {
  await arrive(page, '/dashboard/whatsapp-manager')
  await expect(page.getByText('This server does not offer WhatsApp')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect WhatsApp' })).toHaveCount(0)
  await page.goto('/pricing')
  await expect(card(page, 'Pro')).toContainText('WhatsApp access not on this server')
})

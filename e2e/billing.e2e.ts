import { getMe } from '@carillon/contract/users'
import type { Page } from '@playwright/test'
import { admit, expect, test, toasts } from './fixtures.ts'
import { lose } from './lose.ts'
import { manageBilling, subscribe, subscriptionsOf, plan, PLAN } from './payments.ts'

test.use({ mayComplain: /^Failed to (cancel subscription|get customer portal URL)/ })

const dialog = (page: Page) => page.getByRole('dialog')

test('137, 138, 139, 140, 142, 224 a subscription is told, canceled and taken back, and every failure has its words', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  await subscribe(person, sandbox)
  await page.goto(PLAN)
  await expect(plan(page)).toContainText('Test payments')
  await expect(plan(page)).toContainText('Your current plan: Pro')
  await expect(plan(page)).toContainText('$24.99 per month')
  await expect(plan(page)).toContainText('Renews on')

  const failsWith = async (words: string) => {
    await expect(toasts(page)).toContainText('Error')
    await expect(toasts(page)).toContainText(words)
    await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')
  }
  await sandbox.billing.chaos({
    method: 'POST /polar/v1/customer-sessions/',
    fault: 'bad-gateway',
  })
  await plan(page).getByRole('button', { name: 'Manage billing' }).click()
  await failsWith('Failed to get customer portal URL. Please try again.')
  await expect(plan(page).getByRole('alert')).toContainText('The payment provider')
  await sandbox.billing.noFaults()
  await plan(page).getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect(page.getByRole('table').first()).toContainText('Paid')
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(page).toHaveURL(PLAN)

  const cancel = async () => {
    await plan(page).getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(dialog(page)).toContainText('Pro stays until')
    await expect(dialog(page)).toContainText('1 group and 1 cycle')
    await expect(dialog(page)).toContainText('suspended, not deleted')
    await dialog(page).getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await sandbox.billing.chaos({
    method: 'PATCH /polar/v1/subscriptions/:id',
    fault: 'bad-gateway',
  })
  await cancel()
  await failsWith('Failed to cancel subscription. Please try again.')
  await expect(plan(page)).toContainText('Renews on')
  await sandbox.billing.noFaults()
  // What was done is not called a failure, though its answer is lost.
  await lose(page, '**/api/payments/cancel', { times: 1 })
  await cancel()
  await expect(toasts(page)).toContainText('Success')
  await expect(toasts(page)).toContainText('Your subscription has been cancelled.')
  await expect(toasts(page)).toHaveAttribute('data-variant', 'default')
  await expect(plan(page)).toContainText('Pro stays until')
  expect((await person.call(getMe, {})).tier).toBe('pro')
  expect(await subscriptionsOf(person, sandbox)).toMatchObject([{ cancelAtPeriodEnd: true }])

  await lose(page, '**/api/payments/resume', { times: 1 })
  await plan(page).getByRole('button', { name: 'Resume subscription' }).click()
  await expect(toasts(page)).toContainText('Subscription resumed')
  await expect(plan(page)).toContainText('Renews on')
  expect(await subscriptionsOf(person, sandbox)).toMatchObject([{ cancelAtPeriodEnd: false }])
})

test('224 what is done at the provider’s own page shows on the way back, whatever became of its news', async ({
  page,
  sandbox,
}) => {
  const person = await admit(page)
  await subscribe(person, sandbox)
  await page.goto(PLAN)
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.getByLabel('are lost').check()
  await page.getByRole('button', { name: 'Cancel at period end' }).click()
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(plan(page)).toContainText('Your subscription is cancelled')
  await expect(page).toHaveURL(PLAN)
  await plan(page).getByRole('button', { name: 'Resume subscription' }).click()
  await expect(plan(page)).toContainText('Renews on')

  await manageBilling(page, 'Fail the renewal')
  await expect(plan(page)).toContainText('Your last payment failed')
  await expect(plan(page)).toContainText('Pro stays until')
  await page.goto('/dashboard/cycles')
  await expect(page.getByText('Your last payment failed')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await dialog(page)
    .getByRole('link', { name: /A payment failed/ })
    .click()
  await expect(page).toHaveURL(PLAN)
  await plan(page).getByRole('button', { name: 'Check your card' }).click()
  await page.getByRole('button', { name: 'Recover the payment' }).click()
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(plan(page)).toContainText('Renews on')
})

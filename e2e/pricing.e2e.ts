import type { Page } from '@playwright/test'
import { newPerson } from '../tools/client.ts'
import { admit, arrive, expect, test, toasts } from './fixtures.ts'
import { asked, card, openCheckout, pressAtCheckout, subscribe, upgrade } from './payments.ts'

const CHECKOUT = '/api/payments/checkout'
const VERIFY = '/api/payments/verify/'

const plan = (page: Page) => page.getByText('Your current plan:')
const back = (id: string) => `/dashboard/pricing?checkout_success=true&checkout_id=${id}`

test('005, 111, 114, 115, 116, 117, 125, 126, 127 guests see both plans, and are led to the sign-in page', async ({
  page,
}) => {
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByText('Get started with Carillon today')).toBeVisible()
  await expect(page.getByText('No credit card required for free tier')).toBeVisible()
  await expect(page.getByText('Your current plan:')).toHaveCount(0)

  await expect(card(page, 'Free')).toContainText(/\$0\s*per month/)
  await expect(card(page, 'Pro')).toContainText(/\$24\.99\s*per month/)
  await expect(card(page, 'Pro').getByText('Most Popular')).toBeVisible()
  await expect(card(page, 'Free').getByText('Most Popular')).toHaveCount(0)
  await expect(card(page, 'Free').getByRole('listitem')).toContainText([
    '1 Telegram group',
    '1 cycle',
  ])
  await expect(card(page, 'Pro').getByRole('listitem')).toContainText([
    'Unlimited groups',
    'Unlimited cycles',
    /^WhatsApp access$/,
  ])

  for (const [name, label] of [
    ['Free', 'Get Started'],
    ['Pro', 'Sign in to Upgrade'],
  ] as const) {
    await page.goto('/pricing')
    const button = card(page, name).getByRole('link', { name: label })
    await expect(button).toHaveAttribute('href', '/auth/login')
    await button.click()
    await expect(page).toHaveURL('/login')
  }
  await page.goBack()
  await expect(page).toHaveURL('/pricing')
})

test('128, 129, 185, 189, 191 the comparison names what each plan holds, in words too', async ({
  page,
}) => {
  await page.goto('/pricing')
  const table = page.getByRole('table', { name: 'Features Comparison' })
  await expect(page.getByRole('heading', { name: 'Features Comparison' })).toBeVisible()
  const rows = await table
    .getByRole('row')
    .evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | ')),
    )
  expect(rows).toEqual([
    'Feature | Free | Pro',
    'Price per month | $0 | $24.99',
    'Telegram groups | 1 | Unlimited',
    'WhatsApp groups | Not included | Unlimited',
    'Cycles | 1 | Unlimited',
    'Priority support | Not included | Included',
    'Basic support | Included | Included',
    'Scheduling | Included | Included',
    'Media upload | Included | Included',
  ])
})

test('112, 113, 118, 119, 120, 121, 122, 123, 124, 130, 132, 135, 201 a member on Free buys Pro once, and is Pro in all tabs without a reload', async ({
  page,
  context,
  sandbox,
}) => {
  const person = await admit(page)
  const other = await context.newPage()
  await other.goto('/dashboard/settings#plan')
  await expect(plan(other)).toHaveText('Your current plan: Free')

  await page.goto('/pricing')
  await expect(plan(page)).toHaveText('Your current plan: Free')
  await expect(page.getByText('Get started with Carillon today')).toHaveCount(0)
  await expect(card(page, 'Free').getByRole('button')).toHaveText('Current Plan')
  await expect(card(page, 'Free').getByRole('button')).toBeDisabled()
  await expect(card(page, 'Pro')).toContainText('Test payments: no money moves on this server.')
  const button = card(page, 'Pro').getByRole('button')
  await expect(button).toHaveText('Upgrade to Pro')

  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const sent: unknown[] = []
  await page.route(`**${CHECKOUT}`, async (route) => {
    sent.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  await button.dblclick()
  await expect(button).toHaveText('Processing...')
  await expect(button).toBeDisabled()
  go()
  const verified = asked(context, VERIFY)
  await pressAtCheckout(page)
  expect(sent).toEqual([{ productId: 'pro_tier' }])
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(toasts(page)).toContainText('Success')
  await expect(toasts(page)).toContainText('Your subscription has been updated successfully!')
  await expect(page).toHaveURL('/dashboard/pricing')
  await expect(plan(other)).toHaveText('Your current plan: Pro')

  for (const path of ['/dashboard/pricing', '/pricing']) {
    await page.goto(path)
    await expect(plan(page)).toHaveText('Your current plan: Pro')
    await expect(plan(page).locator('svg.lucide-star')).toBeVisible()
    await expect(card(page, 'Pro').getByRole('button')).toHaveText('Current Plan')
    await expect(card(page, 'Pro').getByRole('button')).toBeDisabled()
    await expect(card(page, 'Free').getByRole('button')).toHaveText('Included in Pro')
    await expect(card(page, 'Free').getByRole('button')).toBeDisabled()
  }
  expect(verified).toHaveLength(1)
  const { checkouts } = await sandbox.billing.view()
  expect(checkouts.filter(({ email }) => email === person.email)).toHaveLength(1)
})

test('035, 123, 131 a checkout that cannot begin is told, and can be tried again', async ({
  page,
  sandbox,
}) => {
  await admit(page)
  await page.goto('/dashboard/pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  const button = card(page, 'Pro').getByRole('button')
  const fails = async () => {
    await expect(button).toBeEnabled()
    await button.click()
    await expect(toasts(page)).toContainText('Error')
    await expect(toasts(page)).toContainText(
      'Failed to initiate upgrade process. Please try again.',
    )
    await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect(button).toHaveText('Upgrade to Pro')
  }
  await sandbox.billing.chaos({ method: 'POST /polar/v1/checkouts/', fault: 'bad-gateway' })
  await fails()
  await sandbox.billing.chaos({ method: 'POST /polar/v1/checkouts/', fault: 'truncated' })
  await fails()
  await sandbox.billing.noFaults()
  // Our own server never answers without the address of the checkout.
  await page.route(`**${CHECKOUT}`, (route) => route.fulfill({ json: { data: {} } }))
  await fails()
  await page.unroute(`**${CHECKOUT}`)
  await upgrade(page)
  await expect(plan(page)).toHaveText('Your current plan: Pro')
})

test('133, 135, 201 a payment that the bank is still at is waited for in words, and then is there by itself', async ({
  page,
  context,
  sandbox,
}) => {
  await admit(page)
  await page.goto('/dashboard/pricing?from=/dashboard/cycles')
  const verified = asked(context, VERIFY)
  await upgrade(page, { button: 'Pay, the bank takes 20 seconds' })
  await expect(page.getByRole('status').filter({ hasText: 'Confirming' })).toBeVisible()
  await expect(card(page, 'Pro').getByRole('button')).toHaveText('Processing...')
  await expect(toasts(page)).toContainText('Warning')
  await expect(toasts(page)).toContainText('Please wait while we confirm your subscription status.')
  await expect(toasts(page)).toHaveAttribute('data-variant', 'default')
  await expect(plan(page)).toHaveText('Your current plan: Free')
  await page.reload()
  await expect(page.getByText('Your payment is being confirmed')).toBeVisible()
  expect(verified).toHaveLength(1)

  await sandbox.billing.move({ advanceMs: 20_000 })
  await expect(toasts(page)).toContainText('Your subscription has been updated successfully!')
  await expect(page).toHaveURL('/dashboard/cycles')
  expect(verified).toHaveLength(1)
})

test('133 while the provider does not answer nothing is guessed, and it can be asked again', async ({
  page,
  sandbox,
}) => {
  await arrive(page, '/dashboard/pricing')
  await card(page, 'Pro').getByRole('button').click()
  await sandbox.billing.chaos({ method: 'GET /polar/v1/checkouts/:id', fault: 'bad-gateway' })
  await pressAtCheckout(page, { webhooks: 'are lost' })
  await page.getByRole('link', { name: 'Back to Carillon' }).click()
  await expect(toasts(page)).toContainText('Please wait while we confirm your subscription status.')
  await expect(plan(page)).toHaveText('Your current plan: Free')
  await sandbox.billing.noFaults()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(toasts(page)).toContainText('Your subscription has been updated successfully!')
  await expect(plan(page)).toHaveText('Your current plan: Pro')
  await expect(page.getByText('Your payment is being confirmed')).toHaveCount(0)
})

test('136 a profile that cannot be read after the payment is told', async ({ page, sandbox }) => {
  const person = await admit(page)
  const id = await openCheckout(person, sandbox)
  await sandbox.billing.checkout(id, { act: 'pay' })
  // The session reads the profile first; only the second reading is lost.
  await page.route(`**${VERIFY}*`, async (route) => {
    await page.route('**/api/users/me', (me) => me.abort())
    await route.continue()
  })
  await page.goto(`/pricing?checkout_success=true&checkout_id=${id}`)
  await expect(toasts(page)).toContainText('Error')
  await expect(toasts(page)).toContainText('Failed to refresh subscription status.')
  await expect(toasts(page)).toHaveAttribute('data-variant', 'destructive')
})

test('133, 134 a return that proves nothing changes nothing', async ({
  page,
  context,
  product,
  sandbox,
}) => {
  const person = await admit(page)
  const failed = await openCheckout(person, sandbox)
  await sandbox.billing.checkout(failed, { act: 'fail' })
  const stranger = await newPerson(product.url, 'payer@example.org')
  const theirs = await openCheckout(stranger, sandbox)
  await sandbox.billing.checkout(theirs, { act: 'pay' })

  await page.goto(back(failed))
  await expect(toasts(page)).toContainText('Payment failed')
  await expect(page.getByText('The payment did not go through')).toBeVisible()
  await expect(card(page, 'Pro').getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled()

  for (const id of [theirs, 'nonsense', '..%2Fportal']) {
    await page.goto(back(id))
    await expect(toasts(page)).toContainText(
      'Please wait while we confirm your subscription status.',
    )
    await expect(page.getByText('This checkout changes nothing')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/pricing')
  }

  const verified = asked(context, VERIFY)
  for (const query of ['checkout_success=true', `checkout_id=${theirs}`]) {
    await page.goto(`/dashboard/pricing?${query}`)
    await expect(plan(page)).toHaveText('Your current plan: Free')
    await expect(page).toHaveURL('/dashboard/pricing')
  }
  expect(verified).toEqual([])
})

test('a checkout left without paying leads back, and one that was paid elsewhere is not paid again', async ({
  page,
  sandbox,
}) => {
  const person = await arrive(page, '/dashboard/pricing')
  const button = card(page, 'Pro').getByRole('button')
  await button.click()
  await page.getByRole('button', { name: 'Decline the card' }).click()
  await expect(page.getByRole('alert')).toContainText('The card was declined.')
  await page.getByRole('link', { name: 'Back to Carillon without paying' }).click()
  await expect(plan(page)).toHaveText('Your current plan: Free')

  // Another device is faster, and no news reaches a public page.
  await page.goto('/pricing')
  await expect(button).toHaveText('Upgrade to Pro')
  await subscribe(person, sandbox)
  await button.click()
  await expect(toasts(page)).toContainText('You are on Pro already')
  await expect(plan(page)).toHaveText('Your current plan: Pro')
  await expect(button).toHaveText('Current Plan')
  const { checkouts } = await sandbox.billing.view()
  expect(checkouts.filter(({ email }) => email === person.email)).toHaveLength(1)
})

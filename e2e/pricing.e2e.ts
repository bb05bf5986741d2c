import type { Page, Route } from '@playwright/test'
import type { Tier } from '@carillon/contract/tiers'
import { admit, expect, test } from './fixtures.ts'

const card = (page: Page, name: 'Free' | 'Pro') =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const toast = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).last()
const CHECKOUT = '**/api/payments/checkout'
const VERIFY = '**/api/payments/verify/*'

/** No provider is built in yet, so the browser is told of one. */
async function sell(page: Page) {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, payments: { available: true } } } })
  })
}

/** From now on the profile is of this tier. */
async function tell(page: Page, tier: Tier) {
  await page.unroute('**/api/users/me')
  await page.route('**/api/users/me', (route) =>
    // A page that has gone meanwhile takes its answers along.
    relay(route, tier).catch(() => {}),
  )
}

async function relay(route: Route, tier: Tier) {
  const response = await route.fetch()
  const body = (await response.text()).replace(/"tier":"\w+"/, `"tier":"${tier}"`)
  await route.fulfill({ response, body })
}

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
    'WhatsApp',
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

test('112, 113, 118, 119, 120, 121, 122, 123, 130 a member on Free upgrades at the provider’s page', async ({
  page,
}) => {
  await sell(page)
  await admit(page)
  await page.goto('/pricing')
  await expect(page.getByText('Your current plan:')).toHaveText('Your current plan: Free')
  await expect(page.getByText('Get started with Carillon today')).toHaveCount(0)
  await expect(card(page, 'Free').getByRole('button')).toHaveText('Current Plan')
  await expect(card(page, 'Free').getByRole('button')).toBeDisabled()

  const upgrade = card(page, 'Pro').getByRole('button')
  await expect(upgrade).toHaveText('Upgrade to Pro')
  const { answer, asked } = await holdCheckout(page)
  await upgrade.click()
  await expect(upgrade).toHaveText('Processing...')
  await expect(upgrade).toBeDisabled()
  const { route, sent } = await asked
  expect(sent).toEqual({ productId: 'pro_tier' })

  await page.route('https://pay.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Pay</title>' }),
  )
  await answer(route, { data: { checkoutUrl: 'https://pay.example/checkout/1' } })
  await expect(page).toHaveURL('https://pay.example/checkout/1')
})

test('where plans are not sold, no button offers them, and the reason stands beside it', async ({
  page,
}) => {
  await admit(page)
  for (const path of ['/pricing', '/dashboard/pricing']) {
    await page.goto(path)
    await expect(card(page, 'Pro')).toContainText('Plans cannot be bought on this server yet.')
    await expect(card(page, 'Pro').getByRole('button')).toBeDisabled()
  }
  await page.goto('/dashboard/whatsapp-manager')
  await expect(page.getByText('WhatsApp is coming')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Upgrade/ })).toHaveCount(0)
})

test('113, 118, 121, 122, 124 a member on Pro has nothing to buy', async ({ page }) => {
  await tell(page, 'pro')
  await admit(page)
  for (const path of ['/pricing', '/dashboard/pricing']) {
    await page.goto(path)
    const badge = page.getByText('Your current plan:')
    await expect(badge).toHaveText('Your current plan: Pro')
    await expect(badge.locator('svg.lucide-star')).toBeVisible()
    await expect(card(page, 'Pro').getByRole('button')).toHaveText('Current Plan')
    await expect(card(page, 'Pro').getByRole('button')).toBeDisabled()
    await expect(card(page, 'Free').getByRole('button')).toHaveText('Included in Pro')
    await expect(card(page, 'Free').getByRole('button')).toBeDisabled()
  }
})

test('035, 123, 131 a checkout that cannot begin is told, and can be tried again', async ({
  page,
}) => {
  await sell(page)
  await admit(page)
  await page.goto('/dashboard/pricing')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Plan' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  const upgrade = card(page, 'Pro').getByRole('button')
  const answers: object[] = [
    { status: 503, json: { error: { code: 'unavailable', message: 'No.' } } },
    { json: { data: {} } },
  ]
  await page.route(CHECKOUT, (route) => route.fulfill(answers.shift() ?? { status: 500 }))
  for (let tries = 0; tries < 2; tries++) {
    await expect(upgrade).toBeEnabled()
    await upgrade.click()
    const told = toast(page, 'Failed to initiate upgrade process. Please try again.')
    await expect(told).toContainText('Error')
    await expect(told).toHaveAttribute('data-variant', 'destructive')
    await told.getByRole('button', { name: 'Close' }).click()
    await expect(upgrade).toHaveText('Upgrade to Pro')
  }
  expect(answers).toEqual([])
})

test('132, 135 who returns from a paid checkout is Pro, told so, and asked about once', async ({
  page,
}) => {
  await admit(page)
  const asked: string[] = []
  await page.route(VERIFY, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    // Only what is read afterwards knows of it.
    await tell(page, 'pro')
    return route.fulfill({ json: { data: { status: 'paid', tier: 'pro' } } })
  })
  await page.goto('/dashboard/pricing?checkout_success=true&checkout_id=co_1&from=mail')
  const told = toast(page, 'Your subscription has been updated successfully!')
  await expect(told).toContainText('Success')
  await expect(page.getByText('Your current plan:')).toHaveText('Your current plan: Pro')
  await expect(page).toHaveURL('/dashboard/pricing?from=mail')
  await page.reload()
  await expect(page.getByText('Your current plan:')).toBeVisible()
  expect(asked).toEqual(['/api/payments/verify/co_1'])

  // On a public page, and through the page that leads on, it is the same.
  await page.goto('/?checkout_id=co_2&checkout_success=true')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard?checkout_id=co_3&checkout_success=true')
  await expect(told).toBeVisible()
  await expect(page).toHaveURL('/dashboard/messages/automated')
  expect(asked).toHaveLength(3)
})

test('133, 136 a checkout that cannot be confirmed yet is told without alarm', async ({ page }) => {
  await admit(page)
  const back = '/dashboard/pricing?checkout_success=true&checkout_id=co_1'
  const warning = toast(page, 'Please wait while we confirm your subscription status.')
  for (const answer of [
    { status: 503, json: { error: { code: 'unavailable', message: 'No.' } } },
    { json: { data: { status: 'pending', tier: 'free' } } },
  ]) {
    await page.unroute(VERIFY)
    await page.route(VERIFY, (route) => route.fulfill(answer))
    await page.goto(back)
    await expect(warning).toContainText('Warning')
    await expect(warning).toHaveAttribute('data-variant', 'default')
    await expect(page.getByText('Your current plan:')).toHaveText('Your current plan: Free')
    await expect(page).toHaveURL('/dashboard/pricing')
  }

  // The session reads the profile first; only the second reading is lost.
  await page.unroute(VERIFY)
  await page.route(VERIFY, async (route) => {
    await page.route('**/api/users/me', (me) => me.fulfill({ status: 500 }))
    await route.fulfill({ json: { data: { status: 'paid', tier: 'pro' } } })
  })
  await page.goto('/pricing?checkout_success=true&checkout_id=co_1')
  const failed = toast(page, 'Failed to refresh subscription status.')
  await expect(failed).toContainText('Error')
  await expect(failed).toHaveAttribute('data-variant', 'destructive')
})

/** Keeps the checkout waiting: resolves with what was asked, for it to be answered. */
async function holdCheckout(page: Page) {
  let tell: (asked: { route: Route; sent: unknown }) => void = () => {}
  const asked = new Promise<{ route: Route; sent: unknown }>((resolve) => (tell = resolve))
  await page.route(CHECKOUT, (route) => tell({ route, sent: route.request().postDataJSON() }))
  return { asked, answer: (route: Route, json: object) => route.fulfill({ json }) }
}

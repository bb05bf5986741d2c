import { startSandbox, type Sandbox } from '../../../sandbox/src/testing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { polar } from './polar/provider.ts'
import { ProviderError, type PaymentProvider, type ProviderName } from './port.ts'
import { stripe } from './stripe/provider.ts'

// Every adapter by its real SDK against the stand-in that speaks its protocol: what holds of one holds of all.

const names: ProviderName[] = ['polar', 'stripe']

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

type Changes = { key?: string; product?: string; baseUrl?: string }

function open(name: ProviderName, changes: Changes = {}): PaymentProvider {
  const given = sandbox.payments
  const { key, product, ...other } = changes
  return name === 'polar'
    ? polar(
        {
          ...given.polar,
          accessToken: key ?? given.polar.accessToken,
          product: product ?? given.polar.productPro,
          ...other,
        },
        systemClock,
      )
    : stripe(
        {
          ...given.stripe,
          secretKey: key ?? given.stripe.secretKey,
          price: product ?? given.stripe.pricePro,
          ...other,
        },
        systemClock,
      )
}

const shop = 'http://localhost:3000/dashboard/pricing'

async function checkoutOf(provider: PaymentProvider, userId = 'ada', key = 'k1') {
  const email = `${userId}@example.org`
  const { customerId } = await provider.openCustomer({ userId, email })
  const checkout = await provider.createCheckout({
    key: `${userId}-${key}`,
    customerId,
    userId,
    email,
    tier: 'pro',
    successUrl: `${shop}?checkout_success=true&checkout_id={CHECKOUT_ID}`,
    cancelUrl: shop,
  })
  return { customerId, ...checkout }
}

async function subscribed(provider: PaymentProvider, userId = 'ada') {
  const { customerId, checkoutId } = await checkoutOf(provider, userId)
  await sandbox.billing.checkout(checkoutId, { act: 'pay' })
  const read = async () => {
    const [one, ...others] = await provider.listSubscriptions(customerId)
    expect(others).toEqual([])
    return one!
  }
  const { id } = await read()
  return { id, customerId, checkoutId, read }
}

const troubleOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => expect.unreachable(`It answered ${JSON.stringify(answer)}.`),
    (error: unknown) =>
      error instanceof ProviderError ? error : expect.unreachable(String(error)),
  )

test.for(names)('%s: a checkout is paid, and leads back with its id', async (name) => {
  const provider = open(name)
  const { customerId, checkoutId, url } = await checkoutOf(provider)
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'open' })
  expect(await provider.listSubscriptions(customerId)).toEqual([])

  await sandbox.billing.checkout(checkoutId, { act: 'decline' })
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'open' })
  await sandbox.billing.checkout(checkoutId, { act: 'pay_slowly' })
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'open' })
  await sandbox.billing.move({ advanceMs: 20_000 })

  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'paid' })
  expect(await (await fetch(url)).text()).toContain(
    `href="${shop}?checkout_success=true&#38;checkout_id=${checkoutId}"`,
  )
  expect(await provider.listSubscriptions(customerId)).toMatchObject([
    {
      status: 'active',
      tier: 'pro',
      price: { cents: 2499, currency: 'USD', interval: 'month' },
      currentPeriodEnd: expect.any(Date),
      cancelAtPeriodEnd: false,
      endedAt: null,
      pastDueSince: null,
    },
  ])
})

test.for(names)('%s: nobody can pay any more in what failed or expired', async (name) => {
  const provider = open(name)
  const failed = await checkoutOf(provider, 'ada', 'k1')
  await sandbox.billing.checkout(failed.checkoutId, { act: 'fail' })
  const status = name === 'polar' ? 'failed' : 'expired'
  expect(await provider.getCheckout(failed.checkoutId)).toEqual({ status })
  const left = await checkoutOf(provider, 'ada', 'k2')
  await sandbox.billing.move({ advanceMs: 25 * 3_600_000 })
  expect(await provider.getCheckout(left.checkoutId)).toEqual({ status: 'expired' })
  for (const unknown of [crypto.randomUUID(), 'cs_test_nobody', '../customers', '']) {
    expect(await provider.getCheckout(unknown)).toBe(null)
  }
})

test.for(names)('%s: of many calls at once all open the same customer', async (name) => {
  const provider = open(name)
  const calls = Array.from({ length: 8 }, () =>
    provider.openCustomer({ userId: 'ada', email: 'ada@example.org' }),
  )
  expect(new Set((await Promise.all(calls)).map(({ customerId }) => customerId)).size).toBe(1)
  expect((await sandbox.billing.view()).customers).toHaveLength(1)
})

test.for(names)('%s: canceling and resuming hold, however often they are asked', async (name) => {
  const provider = open(name)
  const { id, read } = await subscribed(provider)
  for (const _ of [1, 2]) await provider.cancelAtPeriodEnd(id)
  expect(await read()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  for (const _ of [1, 2]) await provider.resume(id)
  expect(await read()).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })

  await provider.cancelAtPeriodEnd(id)
  await sandbox.billing.move({ months: 1 })
  expect(await read()).toMatchObject({ status: 'ended', endedAt: expect.any(Date) })
  await provider.cancelAtPeriodEnd(id)
  expect(await troubleOf(provider.resume(id))).toMatchObject({ trouble: { kind: 'refused' } })
})

test.for(names)('%s: a renewal that fails is past due, and recovers or ends', async (name) => {
  const provider = open(name)
  const { id, read } = await subscribed(provider)
  const before = await read()
  await sandbox.billing.subscription(id, { act: 'renew' })
  const renewed = await read()
  expect(renewed.currentPeriodEnd!.getTime()).toBeGreaterThan(
    before.currentPeriodEnd!.getTime() - 1,
  )

  await sandbox.billing.subscription(id, { act: 'fail' })
  expect(await read()).toMatchObject({ status: 'past_due', tier: 'pro', endedAt: null })
  // Stripe does not say since when.
  expect((await read()).pastDueSince !== null).toBe(name === 'polar')
  await sandbox.billing.subscription(id, { act: 'recover' })
  expect(await read()).toMatchObject({ status: 'active', pastDueSince: null })

  await sandbox.billing.subscription(id, { act: 'fail' })
  await sandbox.billing.move({ months: 1 })
  expect(await read()).toMatchObject({ status: 'ended' })
})

test.for(names)(
  '%s: ending at once, a refund and a deletion end what was paid for',
  async (name) => {
    const provider = open(name)
    const ended = await subscribed(provider, 'ada')
    for (const _ of [1, 2]) await provider.endNow(ended.id)
    expect(await ended.read()).toMatchObject({ status: 'ended' })

    const refunded = await subscribed(provider, 'bert')
    await sandbox.billing.subscription(refunded.id, { act: 'refund' })
    expect(await refunded.read()).toMatchObject({ status: 'ended' })

    const left = await subscribed(provider, 'cleo')
    for (const _ of [1, 2]) await provider.deleteCustomer(left.customerId)
    const { subscriptions, customers } = await sandbox.billing.view()
    expect(subscriptions.find(({ id }) => id === left.id)).toMatchObject({ status: 'canceled' })
    expect(customers.find(({ id }) => id === left.customerId)!.deletedAt).not.toBe(null)
    await provider.endNow(name === 'polar' ? crypto.randomUUID() : 'sub_nobody')
  },
)

test.for(names)('%s: the billing page is the customer’s own', async (name) => {
  const provider = open(name)
  const { customerId } = await subscribed(provider)
  const page = await fetch(await provider.portalUrl({ customerId, returnUrl: shop }))
  const text = await page.text()
  expect(text).toContain('TEST MODE')
  expect(text).toContain('ada@example.org')
  expect(text).toContain(`href="${shop}"`)
})

test.for(names)(
  '%s: a product that is not there is refused, and another one is none of our plans',
  async (name) => {
    const product = name === 'polar' ? crypto.randomUUID() : 'price_of_somebody_else'
    const { customerId } = await subscribed(open(name))
    const wrong = open(name, { product })
    expect(await troubleOf(checkoutOf(wrong, 'bert'))).toMatchObject({
      trouble: { kind: 'refused' },
    })
    expect(await wrong.listSubscriptions(customerId)).toMatchObject([{ tier: null }])
  },
)

test.for(names)('%s: a key that is not accepted is said, and never shown', async (name) => {
  const key = name === 'polar' ? 'polar_oat_hushhush' : 'sk_test_hushhush'
  const error = await troubleOf(open(name, { key }).listSubscriptions('somebody'))
  expect(error).toMatchObject({
    trouble: { kind: 'refused' },
    message: expect.stringMatching(/POLAR_ACCESS_TOKEN|STRIPE_SECRET_KEY/),
  })
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('hush')
})

const faults = [
  { fault: 'reset', when: 'before', kind: 'unreachable' },
  { fault: 'reset', when: 'after', kind: 'unreachable' },
  { fault: 'truncated', when: 'after', kind: 'nonsense' },
  { fault: 'wrong-type', when: 'before', kind: 'nonsense' },
] as const

test.for(names)('%s: whatever goes wrong on the way has one of four names', async (name) => {
  const provider = open(name)
  const { customerId } = await subscribed(provider)
  const ask = () => troubleOf(provider.listSubscriptions(customerId))
  for (const { fault, when, kind } of faults) {
    // Stripe's SDK takes a reset for an old connection, and asks once more.
    await sandbox.billing.chaos({ fault, when, next: fault === 'reset' ? 2 : 1 })
    expect(await ask(), `${fault} ${when}`).toMatchObject({ trouble: { kind } })
  }
  await sandbox.billing.chaos({ fault: 'flood', amount: 7, next: 1 })
  expect(await ask()).toMatchObject({ trouble: { kind: 'rate_limited', retryAfter: 7 } })
  await sandbox.billing.chaos()
  expect(await provider.listSubscriptions(customerId)).toHaveLength(1)
})

test.for(names)(
  '%s: a provider that is down or never answers is unreachable, in time',
  async (name) => {
    const nobody = open(name, { baseUrl: 'http://127.0.0.1:9' })
    expect(await troubleOf(nobody.listSubscriptions('somebody'))).toMatchObject({
      trouble: { kind: 'unreachable' },
    })
    const provider = open(name)
    const { customerId } = await subscribed(provider)
    await sandbox.billing.chaos({ fault: 'hang', next: 1 })
    const began = performance.now()
    expect(await troubleOf(provider.listSubscriptions(customerId))).toMatchObject({
      trouble: { kind: 'unreachable' },
      message: expect.stringContaining('in time'),
    })
    expect(performance.now() - began).toBeGreaterThan(7_000)
  },
)

test('stripe: a checkout whose answer was lost is the same one when it is asked for again', async () => {
  const provider = open('stripe')
  await provider.openCustomer({ userId: 'ada', email: 'ada@example.org' })
  await sandbox.billing.chaos({
    fault: 'truncated',
    when: 'after',
    method: 'POST /v1/checkout/sessions',
    next: 1,
  })
  await troubleOf(checkoutOf(provider))
  const { checkoutId } = await checkoutOf(provider)
  expect((await sandbox.billing.view()).checkouts.map(({ id }) => id)).toEqual([checkoutId])
})

test('nothing an adapter ever asked was against the rules of its provider', async () => {
  for (const name of names) {
    const provider = open(name)
    const { id, customerId } = await subscribed(provider, name)
    await provider.cancelAtPeriodEnd(id)
    await provider.resume(id)
    await provider.portalUrl({ customerId, returnUrl: shop })
    await provider.endNow(id)
    await provider.deleteCustomer(customerId)
  }
  expect((await sandbox.billing.view()).violations).toEqual({ total: 0, last: [] })
})

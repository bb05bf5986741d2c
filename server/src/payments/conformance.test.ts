import { expect, test } from 'vitest'
import {
  checkoutOf,
  names,
  open,
  sandbox,
  shop,
  subscribed,
  troubleOf,
  useSandbox,
} from '../../test/providers.ts'

useSandbox()

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

test.for(names)(
  '%s: a bank that takes its time and then refuses ends the checkout',
  async (name) => {
    const provider = open(name)
    const { checkoutId } = await checkoutOf(provider)
    await sandbox.billing.checkout(checkoutId, { act: 'pay_slowly' })
    expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'open' })
    await sandbox.billing.checkout(checkoutId, { act: 'refuse' })
    expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'failed' })
  },
)

test('stripe: who is deleted can pay in no checkout any more', async () => {
  const provider = open('stripe')
  const { customerId, checkoutId } = await checkoutOf(provider)
  for (const _ of [1, 2]) await provider.deleteCustomer(customerId)
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'expired' })
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

test('stripe: a date to end after several renewals is told, and can be taken back or brought forward', async () => {
  const provider = open('stripe')
  const { id, read } = await subscribed(provider)
  const { currentPeriodEnd } = await read()
  await sandbox.billing.subscription(id, { act: 'end_later' })
  const dated = await read()
  expect(dated).toMatchObject({ status: 'active', cancelAtPeriodEnd: false, currentPeriodEnd })
  expect(dated.endsAt!.getTime()).toBeGreaterThan(currentPeriodEnd!.getTime() + 50 * 86_400_000)
  for (const _ of [1, 2]) await provider.resume(id)
  expect(await read()).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null })

  await sandbox.billing.subscription(id, { act: 'end_later' })
  for (const _ of [1, 2]) await provider.cancelAtPeriodEnd(id)
  expect(await read()).toMatchObject({ cancelAtPeriodEnd: true, endsAt: currentPeriodEnd })
  expect((await sandbox.billing.view()).violations.total).toBe(0)
})

test('stripe: a price that was replaced counts by its product, and one of another product does not', async () => {
  const { customerId } = await subscribed(open('stripe'))
  const newer = open('stripe', { product: `${sandbox.payments.stripe.pricePro}_replaced` })
  expect(await newer.listSubscriptions(customerId)).toMatchObject([{ tier: 'pro' }])
  await sandbox.billing.chaos({ fault: 'bad-gateway', method: 'GET /v1/prices/:id', next: 1 })
  const unsure = open('stripe', { product: `${sandbox.payments.stripe.pricePro}_replaced` })
  expect(await troubleOf(unsure.listSubscriptions(customerId))).toMatchObject({
    trouble: { kind: 'unreadable' },
  })
})

test.for(names)('%s: what was sold before counts when it is named behind', async (name) => {
  const { polar, stripe } = sandbox.payments
  const { customerId } = await subscribed(open(name))
  const before = name === 'polar' ? polar.productPro : stripe.pricePro
  const now = name === 'polar' ? crypto.randomUUID() : 'price_of_today'
  const changed = open(name, { products: [now, before] })
  expect(await changed.listSubscriptions(customerId)).toMatchObject([{ tier: 'pro' }])
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

test('nothing an adapter ever asked was against the rules of its provider', async () => {
  for (const name of names) {
    const provider = open(name)
    const { id, customerId } = await subscribed(provider, name)
    await provider.cancelAtPeriodEnd(id)
    await provider.resume(id)
    await provider.updateCustomer({ customerId, email: `${name}.new@example.org` })
    await provider.portalUrl({ customerId, returnUrl: shop })
    await provider.endNow(id)
    await provider.deleteCustomer(customerId)
  }
  expect((await sandbox.billing.view()).violations).toEqual({ total: 0, last: [] })
})

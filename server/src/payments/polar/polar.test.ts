import { startSandbox, type Sandbox } from '../../../../sandbox/src/testing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { PaymentProvider } from '../port.ts'
import { polar } from './provider.ts'

let sandbox: Sandbox
let provider: PaymentProvider
beforeAll(async () => {
  sandbox = await startSandbox()
  const { productPro: product, ...settings } = sandbox.payments.polar
  provider = polar({ ...settings, product }, systemClock)
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

const urls = {
  successUrl: 'http://localhost:3000/dashboard/pricing?checkout_id={CHECKOUT_ID}',
  cancelUrl: 'http://localhost:3000/dashboard/pricing',
}

async function checkout(userId = 'ada') {
  const { customerId } = await provider.openCustomer({ userId, email: `${userId}@example.org` })
  const email = `${userId}@example.org`
  const opened = await provider.createCheckout({
    key: 'k1',
    customerId,
    userId,
    email,
    tier: 'pro',
    ...urls,
  })
  return { customerId, ...opened }
}

test('a customer is opened once, a checkout is paid, and the subscription is told as it is', async () => {
  const { customerId, checkoutId, url } = await checkout()
  expect(url).toMatch(`${sandbox.http}/sandbox/pay/checkouts/`)
  expect(await provider.openCustomer({ userId: 'ada', email: null })).toEqual({ customerId })
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'open' })
  expect(await provider.listSubscriptions(customerId)).toEqual([])
  await sandbox.billing.checkout(checkoutId, { act: 'pay' })
  expect(await provider.getCheckout(checkoutId)).toEqual({ status: 'paid' })
  expect(await provider.listSubscriptions(customerId)).toMatchObject([
    {
      status: 'active',
      tier: 'pro',
      price: { cents: 2499, currency: 'USD', interval: 'month' },
      cancelAtPeriodEnd: false,
      endedAt: null,
    },
  ])
})

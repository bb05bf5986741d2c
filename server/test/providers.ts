import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/src/testing.ts'
import { polar } from '../src/payments/polar/provider.ts'
import { ProviderError, type PaymentProvider, type ProviderName } from '../src/payments/port.ts'
import { stripe } from '../src/payments/stripe/provider.ts'
import { systemClock } from '../src/platform/clock.ts'

// Every adapter with its real SDK, against the stand-in of its provider: all must behave the same.

/** The providers that we have an adapter for. */
export const names: readonly ProviderName[] = ['polar', 'stripe']

export let sandbox: Sandbox

/** Gives the tests of a file a sandbox, which is empty for each of them. */
export function useSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  beforeEach(() => sandbox.reset())
  afterAll(() => sandbox.stop())
}

type Changes = {
  key?: string
  product?: string
  products?: readonly [string, ...string[]]
  baseUrl?: string
}

/** An adapter, set up as the sandbox says unless something else is wanted. */
export function open(name: ProviderName, changes: Changes = {}): PaymentProvider {
  const given = sandbox.payments
  const { key, product, products, ...other } = changes
  return name === 'polar'
    ? polar(
        {
          ...given.polar,
          accessToken: key ?? given.polar.accessToken,
          products: products ?? [product ?? given.polar.productPro],
          ...other,
        },
        systemClock,
      )
    : stripe(
        {
          ...given.stripe,
          secretKey: key ?? given.stripe.secretKey,
          prices: products ?? [product ?? given.stripe.pricePro],
          ...other,
        },
        systemClock,
      )
}

/** The page that a checkout returns to. */
export const shop = 'http://localhost:3000/dashboard/pricing'

/** Opens a checkout as this user. */
export async function checkoutOf(provider: PaymentProvider, userId = 'ada', key = 'k1') {
  const email = `${userId}@example.org`
  const { customerId } = await provider.openCustomer({ userId, email })
  const checkout = await provider.createCheckout({
    idempotencyKey: `${userId}-${key}`,
    customerId,
    userId,
    email,
    tier: 'pro',
    successUrl: `${shop}?checkout_success=true&checkout_id={CHECKOUT_ID}`,
    cancelUrl: shop,
  })
  return { customerId, ...checkout }
}

/** Pays as this user, and returns how to read their one subscription. */
export async function subscribed(provider: PaymentProvider, userId = 'ada') {
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

/** The error of a call that has to fail. */
export const troubleOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (answer) => expect.unreachable(`It answered ${JSON.stringify(answer)}.`),
    (error: unknown) =>
      error instanceof ProviderError ? error : expect.unreachable(String(error)),
  )

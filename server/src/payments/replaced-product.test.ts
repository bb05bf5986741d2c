import { buy, openShop, sellers, type Shop } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'
import { hours } from '../platform/clock.ts'
import { cancelSubscription, tierStateOf } from './actions.ts'
import { createCheckout } from './checkout.ts'
import { polar } from './polar/provider.ts'
import { stripe } from './stripe/provider.ts'
import { sweep } from './sweep.ts'

/** The provider of a shop, once the operator sells something else there. */
function selling({ app, sandbox, provider }: Shop, id: string) {
  const { payments } = sandbox
  return provider === 'polar'
    ? polar({ ...payments.polar, products: [id] }, app.clock)
    : stripe({ ...payments.stripe, prices: [id] }, app.clock)
}

test('a user who pays a price that was replaced at stripe stays Pro', async () => {
  const shop = await openShop('stripe')
  const ada = await shop.person('ada')
  await buy(shop, ada)
  const payments = selling(shop, `${shop.sandbox.payments.stripe.pricePro}_replaced`)
  shop.app.clock.advance(hours(1))
  await sweep({ ...shop.app.ctx, payments })
  expect(await tierStateOf({ ...ada.ctx, payments })).toMatchObject({
    tier: 'pro',
    subscription: { tier: 'pro', status: 'active' },
  })
})

test.for(sellers)(
  'what runs at %s and is none of the plans is shown, can be canceled, and hinders nobody',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    await buy(shop, ada)
    const other = provider === 'polar' ? crypto.randomUUID() : 'price_of_another_product'
    const payments = selling(shop, other)
    shop.app.clock.advance(hours(1))
    await sweep({ ...shop.app.ctx, payments })
    const user = { ...ada.ctx, payments }
    expect(await tierStateOf(user)).toMatchObject({
      tier: 'free',
      subscription: { tier: 'free', status: 'active', cancelable: true },
    })
    // The sandbox sells nothing by this id; that it was asked for it is enough.
    await expect(createCheckout(user, 'pro')).rejects.toMatchObject({
      message: expect.stringContaining('refused this'),
    })
    const endsAt = '2026-07-01T08:00:00.000Z'
    expect(await cancelSubscription(user)).toEqual({ tier: 'free', endsAt })
    expect(await tierStateOf(user)).toMatchObject({
      subscription: { status: 'canceled', endsAt, cancelable: false, resumable: true },
    })
  },
)

test('an end after several renewals at stripe is shown, and can still be brought forward', async () => {
  const shop = await openShop('stripe')
  const ada = await shop.person('ada')
  const { subscriptionId } = await buy(shop, ada)
  await shop.sandbox.billing.subscription(subscriptionId, { act: 'end_later' })
  await shop.deliverWebhooks()
  expect(await tierStateOf(ada.ctx)).toMatchObject({
    tier: 'pro',
    subscription: {
      status: 'active',
      renewsAt: '2026-07-01T08:00:00.000Z',
      endsAt: '2026-09-01T08:00:00.000Z',
      cancelable: true,
      resumable: true,
    },
  })
  expect(await ada.api('POST', '/api/payments/cancel')).toMatchObject({
    status: 200,
    data: { tier: 'pro', endsAt: '2026-07-01T08:00:00.000Z' },
  })
  expect(await tierStateOf(ada.ctx)).toMatchObject({
    subscription: { status: 'canceled', renewsAt: null, cancelable: false },
  })
})

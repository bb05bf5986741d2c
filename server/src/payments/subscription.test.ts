import { bellOf } from '../../test/bell.ts'
import { mailsOf } from '../../test/browser.ts'
import { buy, type Buyer, me, openShop, sellers } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'
import { days, hours } from '../platform/clock.ts'
import { sweep } from './sweep.ts'

const END = '2026-07-01T08:00:00.000Z'

const titlesOf = async (buyer: Buyer) => (await bellOf(buyer.ctx)).map(({ title }) => title)

test.for(sellers)(
  '137, 142 who cancels at %s stays Pro until the paid time ends, is told before, and then is Free',
  async (provider) => {
    const shop = await openShop(provider)
    const { app } = shop
    const ada = await shop.person('ada')
    await buy(shop, ada)
    const canceled = { status: 200, data: { tier: 'pro', endsAt: END } }
    expect(await ada.api('POST', '/api/payments/cancel')).toMatchObject(canceled)
    expect(await ada.api('POST', '/api/payments/cancel')).toMatchObject(canceled)
    expect(await me(ada)).toMatchObject({
      tier: 'pro',
      subscription: { status: 'canceled', renewsAt: null, endsAt: END },
    })
    expect(await ada.api('GET', '/api/payments/staying')).toMatchObject({ data: { at: END } })

    app.clock.advance(days(26))
    await sweep(app.ctx)
    expect(await titlesOf(ada)).toEqual(['Your plan is Pro now'])
    app.clock.advance(days(2))
    await sweep(app.ctx)
    app.clock.advance(hours(3))
    await sweep(app.ctx)
    expect(await titlesOf(ada)).toEqual([
      'Your plan is Pro until 1 July 2026',
      'Your plan is Pro now',
    ])

    app.clock.moveTo('2026-07-01T07:59:59Z')
    await sweep(app.ctx)
    expect(await me(ada)).toMatchObject({ tier: 'pro' })
    app.clock.moveTo('2026-07-01T08:00:00Z')
    await sweep(app.ctx)
    expect(await me(ada)).toMatchObject({ tier: 'free', subscription: null })
    expect((await titlesOf(ada))[0]).toBe('Your plan is Free now')
    expect((await mailsOf(app)).map(({ subject }) => subject)).toEqual([
      'Your plan is Pro now',
      'Your plan is Pro until 1 July 2026',
      'Your plan is Free now',
    ])
    expect(await ada.api('POST', '/api/payments/cancel')).toMatchObject({
      status: 409,
      error: { code: 'conflict', message: 'There is no subscription to cancel.' },
    })
    // They may buy it again.
    await buy(shop, ada)
    expect(await me(ada)).toMatchObject({ tier: 'pro', subscription: { status: 'active' } })
  },
)

test.for(sellers)(
  '141 a cancellation at %s can be taken back, here or there, and a plan changed',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    expect(await ada.api('POST', '/api/payments/resume')).toMatchObject({
      status: 409,
      error: { message: 'There is no subscription to resume. Upgrade to begin a new one.' },
    })
    const { subscriptionId } = await buy(shop, ada)
    await ada.api('POST', '/api/payments/cancel')
    const active = { data: { tier: 'pro', subscription: { status: 'active', endsAt: null } } }
    expect(await ada.api('POST', '/api/payments/resume')).toMatchObject(active)
    expect(await ada.api('POST', '/api/payments/resume')).toMatchObject(active)

    const update = (productId: string) => ada.api('POST', '/api/payments/update', { productId })
    expect(await update('free_tier')).toMatchObject({
      data: { tier: 'pro', subscription: { status: 'canceled', endsAt: END } },
    })
    expect(await update('pro_tier')).toMatchObject(active)

    // At the provider's own page, of which no webhook comes; who comes back from there is asked about.
    const { billing } = shop.sandbox
    await billing.subscription(subscriptionId, { act: 'cancel', webhooks: 'lost' })
    expect(await ada.api('POST', '/api/payments/refresh')).toMatchObject({
      data: { tier: 'pro', subscription: { status: 'canceled' } },
    })
    await billing.subscription(subscriptionId, { act: 'resume', webhooks: 'lost' })
    shop.app.clock.advance(hours(1))
    await sweep(shop.app.ctx)
    expect(await me(ada)).toMatchObject({ subscription: { status: 'active' } })
  },
)

test.for(sellers)(
  'a payment that fails at %s leaves seven days; then the plan is Free, and Pro again once it is paid',
  async (provider) => {
    const shop = await openShop(provider)
    const { app } = shop
    const ada = await shop.person('ada')
    const { subscriptionId } = await buy(shop, ada)
    await shop.sandbox.billing.subscription(subscriptionId, { act: 'fail', webhooks: 'lost' })
    app.clock.advance(hours(1))
    await sweep(app.ctx)
    const shown = await me(ada)
    expect(shown).toMatchObject({ tier: 'pro', subscription: { status: 'past_due' } })
    expect((await titlesOf(ada))[0]).toBe('A payment failed')
    expect(
      await ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' }),
    ).toMatchObject({ status: 409 })

    const { graceUntil } = shown['subscription'] as { graceUntil: string }
    // Where the provider does not say since when, it counts from the sweep that saw it.
    expect(graceUntil).toMatch(/^2026-06-08T0[89]:00/)
    app.clock.moveTo('2026-06-06T09:00:00Z')
    await sweep(app.ctx)
    expect((await titlesOf(ada))[0]).toBe('Your plan is Pro until 8 June 2026')
    app.clock.moveTo(graceUntil)
    await sweep(app.ctx)
    expect(await me(ada)).toMatchObject({ tier: 'free', subscription: { status: 'past_due' } })
    expect((await titlesOf(ada))[0]).toBe('Your plan is Free now')
    expect(
      await ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' }),
    ).toMatchObject({
      error: {
        message:
          'You have a subscription that is not paid for. Open the billing portal and check your card.',
      },
    })

    await shop.sandbox.billing.subscription(subscriptionId, { act: 'recover' })
    await shop.deliverWebhooks()
    expect(await me(ada)).toMatchObject({ tier: 'pro', subscription: { status: 'active' } })
  },
)

test.for(sellers)('139, 140 the portal of %s is the person’s own', async (provider) => {
  const shop = await openShop(provider)
  const ada = await shop.person('ada')
  expect(await ada.api('GET', '/api/payments/portal')).toMatchObject({
    status: 409,
    error: { message: 'There are no bills yet: you have not bought a plan.' },
  })
  await buy(shop, ada)
  const { data } = await ada.api('GET', '/api/payments/portal')
  const page = await fetch(String(data?.['portalUrl']))
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('TEST MODE')])
})

test('who pays nothing on a server where all are Pro has nothing to buy, and keeps it', async () => {
  const shop = await openShop('polar', { DEFAULT_TIER: 'pro' })
  const ada = await shop.person('ada')
  expect(await me(ada)).toMatchObject({ tier: 'pro', subscription: null })
  expect(await ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' })).toMatchObject({
    status: 409,
  })
})

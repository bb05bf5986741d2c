import { bellOf } from '../../test/bell.ts'
import { mailsOf } from '../../test/browser.ts'
import { hurried } from '../../test/hurried-clock.ts'
import { beginCheckout, buy, me, openShop, sellers } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'
import { createCheckout } from './checkout.ts'
import { sweep } from './sweep.ts'
import { verifyCheckout } from './checkout-verification.ts'
import { minutes, systemClock } from '../platform/clock.ts'

test.for(sellers)(
  '130, 132, 224 who pays at the page of %s is Pro, and sees what they pay',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    expect(await me(ada)).toMatchObject({ tier: 'free', subscription: null })
    const { checkoutId } = await buy(shop, ada, 'lost')

    // The browser comes back before any webhook.
    const verified = await ada.api('GET', `/api/payments/verify/${checkoutId}`)
    expect(verified).toMatchObject({ status: 200, data: { status: 'paid', tier: 'pro' } })
    expect(await me(ada)).toMatchObject({
      tier: 'pro',
      limits: { maxGroups: null, maxCycles: null, whatsappAccess: true },
      subscription: {
        tier: 'pro',
        status: 'active',
        price: { cents: 2499, currency: 'USD', interval: 'month' },
        renewsAt: '2026-07-01T08:00:00.000Z',
        endsAt: null,
        graceUntil: null,
      },
    })
    const message =
      'Groups and cycles are unlimited, and WhatsApp is yours where this server offers it.'
    const told = { kind: 'plan', title: 'Your plan is Pro now', message }
    expect(await bellOf(ada.ctx)).toMatchObject([told])
    expect(await mailsOf(shop.app)).toMatchObject([
      { to: 'ada@example.org', subject: 'Your plan is Pro now' },
    ])
    // Told once, however often it is looked at.
    await ada.api('GET', `/api/payments/verify/${checkoutId}`)
    await sweep(shop.app.ctx)
    expect(await bellOf(ada.ctx)).toMatchObject([{ count: 1 }])
  },
)

test('a checkout leads back to where one was, in the dashboard only', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  const begin = (returnTo: string) =>
    ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier', returnTo })
  for (const elsewhere of ['https://evil.example', '//evil.example', '/login', '/dashboard/../x']) {
    expect(await begin(elsewhere)).toMatchObject({
      status: 400,
      error: { details: [{ path: 'returnTo' }] },
    })
  }
  expect(await begin('/dashboard/cycles')).toMatchObject({ status: 200 })
  const { checkouts } = await shop.sandbox.billing.view()
  const { publicUrl } = shop.app.ctx.config
  expect(checkouts.map(({ successUrl }) => successUrl)).toEqual([
    `${publicUrl}/dashboard/cycles?checkout_success=true&checkout_id={CHECKOUT_ID}`,
  ])
})

test('who clicks twice, in two tabs or later, gets the same page', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  // A second tab waits for the first one, a quarter of a second at a time: of real time, as the provider does.
  const ctx = { ...ada.ctx, clock: { ...shop.app.clock, later: systemClock.later } }
  const both = await Promise.all([createCheckout(ctx, 'pro'), createCheckout(ctx, 'pro')])
  const urls = both.map(({ checkoutUrl }) => checkoutUrl)
  const again = await ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' })
  expect(new Set([...urls, again.data?.['checkoutUrl']]).size).toBe(1)
  expect((await shop.sandbox.billing.view()).checkouts).toHaveLength(1)

  // Once nobody can pay in it any more there is a new one.
  const [old] = (await shop.sandbox.billing.view()).checkouts
  await shop.sandbox.billing.checkout(old!.id, { act: 'expire', webhooks: 'lost' })
  expect(await beginCheckout(shop, ada)).not.toBe(old!.id)
})

test('who is Pro, or has paid a moment ago, cannot buy it again', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  await buy(shop, ada, 'lost')
  const again = () => ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' })
  const refused = {
    status: 409,
    error: { code: 'conflict', message: 'You are on this plan already.' },
  }
  expect(await again()).toMatchObject(refused)
  expect(await again()).toMatchObject(refused)
  expect((await shop.sandbox.billing.view()).checkouts).toHaveLength(1)
})

test('133 a payment that takes its time is pending, and counts as soon as it is there', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  const checkoutId = await beginCheckout(shop, ada)
  await shop.sandbox.billing.checkout(checkoutId, { act: 'pay_slowly', webhooks: 'lost' })
  const user = { ...ada.ctx, clock: hurried(shop.app.clock) }
  expect(await verifyCheckout(user, checkoutId)).toEqual({ status: 'pending', tier: 'free' })

  // No webhook comes, and nobody looks: the sweep does.
  shop.app.clock.advance(minutes(6))
  await sweep(shop.app.ctx)
  expect(await me(ada)).toMatchObject({ tier: 'pro' })
})

test('a payment that arrives while one waits for it is told at once', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  const checkoutId = await beginCheckout(shop, ada)
  const verified = verifyCheckout({ ...ada.ctx, clock: hurried(shop.app.clock) }, checkoutId)
  await shop.sandbox.billing.checkout(checkoutId, { act: 'pay', webhooks: 'lost' })
  expect(await verified).toEqual({ status: 'paid', tier: 'pro' })
})

test('a checkout that failed says so, and that of somebody else is not there', async () => {
  const shop = await openShop('polar')
  const [ada, bob] = [await shop.person('ada'), await shop.person('bob')]
  const checkoutId = await beginCheckout(shop, ada)
  const missing = { status: 404, error: { code: 'not_found' } }
  expect(await bob.api('GET', `/api/payments/verify/${checkoutId}`)).toMatchObject(missing)
  expect(await bob.api('GET', '/api/payments/verify/nothing')).toMatchObject(missing)
  await shop.sandbox.billing.checkout(checkoutId, { act: 'fail', webhooks: 'lost' })
  expect(await ada.api('GET', `/api/payments/verify/${checkoutId}`)).toMatchObject({
    data: { status: 'failed', tier: 'free' },
  })
})

test('who has paid what is not listed yet cannot pay it again, and can once it is over', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  const { checkoutId, subscriptionId } = await buy(shop, ada, 'lost')
  // As while the provider is still making the subscription.
  const { payments } = ada.ctx
  const early = { ...ada.ctx, payments: { ...payments!, listSubscriptions: async () => [] } }
  const user = { ...early, clock: hurried(shop.app.clock) }
  expect(await verifyCheckout(user, checkoutId)).toMatchObject({ status: 'pending' })
  const words = 'Your payment has arrived and is being confirmed.'
  for (const _ of [1, 2]) await expect(createCheckout(early, 'pro')).rejects.toThrow(words)
  expect((await shop.sandbox.billing.view()).checkouts).toHaveLength(1)

  await shop.sandbox.billing.subscription(subscriptionId, { act: 'refund', webhooks: 'lost' })
  expect(await createCheckout(ada.ctx, 'pro')).toMatchObject({ checkoutUrl: expect.any(String) })
})

test.for(sellers)(
  'a payment that %s says has failed after days hinders nobody',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    const checkoutId = await beginCheckout(shop, ada)
    await shop.sandbox.billing.checkout(checkoutId, { act: 'pay_slowly', webhooks: 'lost' })
    await shop.sandbox.billing.checkout(checkoutId, { act: 'refuse', webhooks: 'lost' })
    expect(await beginCheckout(shop, ada)).not.toBe(checkoutId)
  },
)

test('a call that failed at the provider does not spend its Idempotency-Key', async () => {
  const shop = await openShop('polar')
  const ada = await shop.person('ada')
  const authorization = `Bearer ${await ada.token()}`
  const call = (path: string, body: object = {}) =>
    ada.post(path, body, { authorization, 'idempotency-key': `once ${path}` })
  const checkout = () => call('/api/payments/checkout', { productId: 'pro_tier' })
  // So that there is a customer to ask about, whose answer is stored before the checkout is made.
  await beginCheckout(shop, ada)
  const [old] = (await shop.sandbox.billing.view()).checkouts
  await shop.sandbox.billing.checkout(old!.id, { act: 'expire', webhooks: 'lost' })

  await shop.sandbox.billing.chaos({ method: 'POST /polar/v1/checkouts/', fault: 'reset' })
  expect(await checkout()).toMatchObject({ status: 503 })
  await shop.sandbox.billing.noFaults()
  const { status, data } = await checkout()
  expect(status).toBe(200)
  expect(await checkout()).toMatchObject({ status: 200, data })

  const open = (await shop.sandbox.billing.view()).checkouts.find((one) => one.status === 'open')
  await shop.sandbox.billing.checkout(open!.id, { act: 'pay', webhooks: 'lost' })
  const update = 'PATCH /polar/v1/subscriptions/:id'
  await shop.sandbox.billing.chaos({ method: update, fault: 'reset' })
  expect(await call('/api/payments/cancel')).toMatchObject({ status: 503 })
  await shop.sandbox.billing.noFaults()
  expect(await call('/api/payments/cancel')).toMatchObject({ status: 200, data: { tier: 'pro' } })
})

const unreachable =
  'The payment provider does not answer. Try again in a minute; nothing is charged twice.'
const nonsense =
  'The payment provider gave an answer that this server does not understand. Nothing was changed here; try again in a minute.'

test.for([
  ['bad-gateway', 503, unreachable],
  ['reset', 503, unreachable],
  ['truncated', 503, nonsense],
  ['wrong-type', 503, nonsense],
  ['flood', 503, 'The payment provider is busy. Try again in a minute; nothing is charged twice.'],
  [
    'refuse',
    409,
    'The payment provider refused this. Try again; if it is refused again, tell whoever runs this server.',
  ],
] as const)(
  '131 a provider that answers with %s is told in words, and nothing is guessed',
  async ([fault, status, message]) => {
    const shop = await openShop('polar')
    const ada = await shop.person('ada')
    const call = () => ada.api('POST', '/api/payments/checkout', { productId: 'pro_tier' })
    await shop.sandbox.billing.chaos({ method: 'POST /polar/v1/checkouts/', fault })
    expect(await call()).toMatchObject({ status, error: { message } })
    expect(await me(ada)).toMatchObject({ tier: 'free', subscription: null })

    await shop.sandbox.billing.noFaults()
    const { checkoutId } = await buy(shop, ada, 'lost')
    // Of what was paid nothing is known while the provider cannot be asked.
    await shop.sandbox.billing.chaos({ method: 'GET /polar/v1/subscriptions/', fault })
    expect(await ada.api('GET', `/api/payments/verify/${checkoutId}`)).toMatchObject({ status })
    await sweep(shop.app.ctx)
    expect(await me(ada)).toMatchObject({ tier: 'free' })
    await shop.sandbox.billing.noFaults()
    expect(await ada.api('GET', `/api/payments/verify/${checkoutId}`)).toMatchObject({
      data: { status: 'paid', tier: 'pro' },
    })
    // Nor does anybody lose what they have.
    await shop.sandbox.billing.chaos({ method: 'GET /polar/v1/subscriptions/', fault })
    shop.app.clock.advance(minutes(70))
    await sweep(shop.app.ctx)
    expect(await me(ada)).toMatchObject({ tier: 'pro', subscription: { status: 'active' } })
  },
)

import { bellOf } from '../../test/bell.ts'
import { buy, openShop } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'
import { days, hours } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { tierStateOf } from './actions.ts'
import { chooseStaying, readStaying } from './staying.ts'
import { stripe } from './stripe/provider.ts'
import { sweep } from './sweep.ts'

/** Ada has paid at Polar until the first of July; then the server is started with Stripe, or with none. */
async function openChanged(to: 'stripe' | 'off') {
  const shop = await openShop('polar')
  const { app, sandbox } = shop
  const ada = await shop.person('ada')
  const { subscriptionId } = await buy(shop, ada)
  const given = sandbox.payments.stripe
  const payments =
    to === 'off' ? undefined : stripe({ ...given, prices: [given.pricePro] }, app.clock)
  const user: UserContext = { ...ada.ctx, payments }
  return {
    shop,
    ada,
    subscriptionId,
    user,
    standing: () => tierStateOf(user),
    async at(time: string) {
      app.clock.moveTo(time)
      await sweep(user)
      return (await tierStateOf(user)).tier
    },
    titles: async () => (await bellOf(user)).map(({ title }) => title),
  }
}

test.for(['stripe', 'off'] as const)(
  'a user who paid at a former provider has Pro for that time and the grace period, now that it is %s',
  async (to) => {
    const { at, standing, titles, user } = await openChanged(to)
    expect(await at('2026-06-10T08:00:00Z')).toBe('pro')
    expect((await standing()).subscription).toMatchObject({
      status: 'canceled',
      renewsAt: null,
      endsAt: '2026-07-08T08:00:00.000Z',
      cancelable: false,
      resumable: false,
    })
    expect(await at('2026-07-01T08:00:00Z')).toBe('pro')
    expect(await titles()).toEqual(['Your plan is Pro now'])
    expect(await at('2026-07-06T08:00:00Z')).toBe('pro')
    expect((await titles())[0]).toBe('Your plan is Pro until 8 July 2026')
    await chooseStaying(user, { groupIds: [], cycleIds: [] })
    expect(await readStaying(user)).toMatchObject({ at: '2026-07-08T08:00:00.000Z' })
    expect(await at('2026-07-08T07:59:59Z')).toBe('pro')
    expect(await at('2026-07-08T08:00:00Z')).toBe('free')
    expect((await titles())[0]).toBe('Your plan is Free now')
    expect(await standing()).toEqual({ tier: 'free', subscription: null })
  },
)

test('what was canceled at a former provider ends with the time that was paid for', async () => {
  const { ada, at } = await openChanged('off')
  await ada.api('POST', '/api/payments/cancel')
  expect(await at('2026-07-01T07:59:59Z')).toBe('pro')
  expect(await at('2026-07-01T08:00:00Z')).toBe('free')
})

test('a payment that failed at a former provider leaves its seven days, and no more', async () => {
  const { shop, subscriptionId, at } = await openChanged('stripe')
  await shop.sandbox.billing.subscription(subscriptionId, { act: 'fail', webhooks: 'lost' })
  shop.app.clock.advance(hours(1))
  await sweep(shop.app.ctx)
  expect(await at('2026-06-08T07:59:59Z')).toBe('pro')
  expect(await at('2026-06-08T08:00:00Z')).toBe('free')
})

test('a provider that is used again is asked what became of what was paid there', async () => {
  const { shop, user, at, standing } = await openChanged('off')
  expect(await at('2026-08-20T08:00:00Z')).toBe('free')
  // Polar has been renewing it all the time.
  shop.app.clock.advance(days(1))
  await sweep(shop.app.ctx)
  expect(await tierStateOf({ ...user, payments: shop.app.ctx.payments })).toMatchObject({
    tier: 'pro',
    subscription: { status: 'active', cancelable: true },
  })
  expect((await standing()).tier).toBe('pro')
})

import { beginCheckout, buy, openShop, sellers } from '../../test/shop.ts'
import { expect, test } from '../../test/test-app.ts'
import { hours } from '../platform/clock.ts'
import { admit, deleteUser } from '../users/actions.ts'
import { eraseLeft } from '../users/jobs.ts'

test.for(sellers)(
  '178 whoever deletes the account pays nothing more at %s, also when it did not answer at first',
  async (provider) => {
    const shop = await openShop(provider)
    const { app, sandbox } = shop
    const ada = await shop.person('ada')
    const { subscriptionId } = await buy(shop, ada)
    const exported = await ada.api('GET', '/api/users/me/export')
    expect(exported.data).toMatchObject({
      subscriptions: [{ id: subscriptionId, status: 'active', cents: 2499, currency: 'USD' }],
    })

    await sandbox.billing.chaos({ fault: 'bad-gateway' })
    await deleteUser(ada.ctx)
    await app.runJobs()
    const left = async () => (await app.pool.query('select from users')).rowCount
    expect(await left()).toBe(1)
    await sandbox.billing.noFaults()
    app.clock.advance(hours(2))
    await eraseLeft(app.ctx)
    await app.runJobs()
    expect(await left()).toBe(0)
    const { subscriptions, customers } = await sandbox.billing.view()
    expect(subscriptions).toMatchObject([{ id: subscriptionId, status: 'canceled' }])
    expect(customers.map(({ deletedAt }) => deletedAt !== null)).toEqual([true])
    expect((await app.pool.query('select user_id from customers')).rows).toEqual([
      { user_id: null },
    ])
    // The provider tells of all that as well; it is about nobody any more, and is done with.
    await shop.deliverWebhooks()
    const undone = await app.pool.query('select type from payment_events where done_at is null')
    expect(undone.rows).toEqual([])
  },
)

test('178 who pays in a checkout after the account was deleted pays for nothing', async () => {
  const shop = await openShop('polar')
  const { app, sandbox } = shop
  const ada = await shop.person('ada')
  const checkoutId = await beginCheckout(shop, ada)
  await deleteUser(ada.ctx)
  await app.runJobs()
  // Polar has no call that closes a checkout, and makes another customer.
  await sandbox.billing.checkout(checkoutId, { act: 'pay' })
  await shop.deliverWebhooks()
  expect((await sandbox.billing.view()).subscriptions).toMatchObject([{ status: 'canceled' }])
})

test.for(sellers)('%s is told a new e-mail address', async (provider) => {
  const shop = await openShop(provider)
  const ada = await shop.person('ada')
  await buy(shop, ada)
  const caller = { ...ada.ctx.user, email: 'ada@new.example' }
  await admit(shop.app.ctx, {
    caller,
    issuedAt: shop.app.clock.now(),
    expiresAt: shop.app.clock.now(),
  })
  await shop.app.runJobs()
  const { customers } = await shop.sandbox.billing.view()
  expect(customers).toMatchObject([{ email: 'ada@new.example' }])
})

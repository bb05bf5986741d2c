import { createHash } from 'node:crypto'
import { bellOf } from '../../test/bell.ts'
import { secretOf, sign } from '../../test/paying-life.ts'
import { beginCheckout, buy, me, openShop, sellers, type Shop } from '../../test/shop.ts'
import { expect, openTestApp, test } from '../../test/test-app.ts'
import { openWeb } from '../../test/browser.ts'
import { minutes } from '../platform/clock.ts'
import { RAW_BODY_MAX } from '../platform/http/raw.ts'

/** Posts to the webhook's address as the provider would, or a stranger. */
const post = (shop: Shop, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(shop.hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })

const signedNow = (shop: Shop, body: string, at = shop.app.clock.now().getTime()) =>
  post(shop, body, sign(shop.provider, secretOf(shop), body, at))

async function eventsOf({ app }: Shop) {
  const { rows } = await app.pool.query<{ done: boolean; type: string }>(
    'select type, done_at is not null as done from payment_events',
  )
  return rows
}

test.for(sellers)(
  'a payment at %s is told by webhooks; each counts once, however often and in whatever order they come',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    await buy(shop, ada)
    expect(await me(ada)).toMatchObject({ tier: 'pro' })

    const { webhooks } = await shop.sandbox.billing.view()
    const events = await eventsOf(shop)
    expect(events.length).toBeGreaterThan(2)
    expect(events.every(({ done }) => done)).toBe(true)
    for (const { seq } of webhooks.toReversed()) {
      expect(await shop.sandbox.billing.send(seq)).toMatchObject({ status: 'delivered' })
    }
    await Promise.all(webhooks.map(({ seq }) => shop.sandbox.billing.send(seq)))
    await shop.app.runJobs()
    expect(await eventsOf(shop)).toHaveLength(events.length)
    expect(await bellOf(ada.ctx)).toMatchObject([{ title: 'Your plan is Pro now', count: 1 }])
  },
)

test.for(sellers)('a late webhook of %s brings nothing back that has ended', async (provider) => {
  const shop = await openShop(provider)
  const ada = await shop.person('ada')
  const { subscriptionId } = await buy(shop, ada, 'lost')
  await shop.sandbox.billing.subscription(subscriptionId, { act: 'refund', webhooks: 'lost' })
  const { webhooks } = await shop.sandbox.billing.view()
  for (const { seq } of webhooks) await shop.sandbox.billing.send(seq)
  await shop.app.runJobs()
  expect(await me(ada)).toMatchObject({ tier: 'free', subscription: null })
})

test.for(sellers)(
  'a webhook that %s did not sign, or that is too old, is refused and changes nothing',
  async (provider) => {
    const shop = await openShop(provider)
    const ada = await shop.person('ada')
    const checkoutId = await beginCheckout(shop, ada)
    await shop.deliverWebhooks()
    const before = await eventsOf(shop)
    await shop.sandbox.billing.checkout(checkoutId, { act: 'pay', webhooks: 'lost' })
    const { webhooks } = await shop.sandbox.billing.view()
    const { body } = webhooks.at(-1)!
    const now = shop.app.clock.now().getTime()
    const secret = secretOf(shop)
    const tries = [
      post(shop, body),
      post(shop, body, sign(provider, 'whsec_another', body, now)),
      post(shop, body, sign(provider, secret, body, now - minutes(5) - 1_000)),
      post(shop, body, sign(provider, secret, body, now + minutes(6))),
      post(shop, body.slice(0, -10), sign(provider, secret, body, now)),
      signedNow(shop, body.slice(0, -10)),
      signedNow(shop, 'no json'),
      signedNow(shop, '[]'),
      post(shop, '', sign(provider, secret, '', now)),
    ]
    for (const answer of await Promise.all(tries)) {
      expect([answer.status, await answer.json()]).toEqual([
        403,
        {
          error: {
            code: 'forbidden',
            message: 'This is not signed by the payment provider, or too old.',
          },
        },
      ])
    }
    await shop.app.runJobs()
    expect(await eventsOf(shop)).toEqual(before)
    expect(await me(ada)).toMatchObject({ tier: 'free' })

    const large = Buffer.alloc(RAW_BODY_MAX + 1, 'a')
    expect((await post(shop, large, sign(provider, secret, '', now))).status).toBe(413)
    // So much nonsense of one network is not answered any more; what the provider signs is always heard.
    const flood = await Promise.all(Array.from({ length: 70 }, () => post(shop, body)))
    expect(flood.at(-1)!.status).toBe(429)
    expect(await shop.sandbox.billing.send(webhooks.at(-1)!.seq)).toMatchObject({
      status: 'delivered',
    })
  },
)

test('a signed webhook of a kind that says nothing of customers is taken and left alone', async () => {
  const shop = await openShop('polar')
  const timestamp = shop.app.clock.now().toISOString()
  const odd = JSON.stringify({ type: 'organization.updated', timestamp, data: { id: 'o1' } })
  expect((await signedNow(shop, odd)).status).toBe(202)
  const stranger = JSON.stringify({
    type: 'subscription.active',
    timestamp,
    data: { id: 's1', customer_id: 'nobody', customer: { external_id: 'nobody' } },
  })
  expect((await signedNow(shop, stranger)).status).toBe(200)
  await shop.app.runJobs()
  expect(await eventsOf(shop)).toMatchObject([{ done: false }])
})

test('webhooks go where the provider is the one that is set', async () => {
  const shop = await openShop('polar')
  const other = await fetch(shop.hook.replace('polar', 'stripe'), { method: 'POST', body: '{}' })
  expect([other.status, await other.json()]).toMatchObject([404, { error: { code: 'not_found' } }])

  const off = await openTestApp()
  const { http } = await openWeb(off)
  const answer = await http.inject({ method: 'POST', url: '/api/payments/webhooks/polar' })
  expect(answer.statusCode).toBe(404)
  await off.close()
})

test('many webhooks about one person at once end in one state, told once', async () => {
  const shop = await openShop('polar')
  const people = [await shop.person('ada'), await shop.person('bob')]
  for (const person of people) await buy(shop, person, 'lost')
  await shop.deliverWebhooks()
  const before = await eventsOf(shop)
  const timestamp = shop.app.clock.now().toISOString()
  const at = shop.app.clock.now().getTime()
  const { customers } = await shop.sandbox.billing.view()
  const bodies = Array.from({ length: 20 }, (_, n) =>
    JSON.stringify({
      type: 'subscription.updated',
      timestamp,
      data: {
        id: `s${n}`,
        customer_id: customers[n % 2]!.id,
      },
    }),
  )
  const answers = await Promise.all(
    bodies.map((body) => {
      const id = `msg_${createHash('sha256').update(body).digest('hex')}`
      return post(shop, body, sign('polar', secretOf(shop), body, at, id))
    }),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await shop.app.runJobs()
  expect(await eventsOf(shop)).toHaveLength(before.length + 20)
  for (const person of people) {
    expect(await me(person)).toMatchObject({ tier: 'pro' })
    expect(await bellOf(person.ctx)).toMatchObject([{ count: 1 }])
  }
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

const shop = 'http://localhost:3000/dashboard/pricing'

async function polar<T = { id: string; url: string }>(path: string, body: object): Promise<T> {
  const { baseUrl, accessToken } = sandbox.payments.polar
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'polar-version': '2026-10',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}

/** A checkout of somebody with this address, who is a customer already. */
async function checkoutFor(email = 'ada@example.org') {
  const customer = await polar('/v1/customers/', { email, external_id: email })
  const checkout = await polar('/v1/checkouts/', {
    products: [sandbox.payments.polar.productPro],
    customer_id: customer.id,
    success_url: `${shop}?checkout_id={CHECKOUT_ID}`,
    return_url: shop,
  })
  return { ...checkout, customer: customer.id }
}

const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, text: (await response.text()).replace(/\s+/g, ' ') }
}

/** Presses a button of a page, as a page of `origin` would. */
async function press(
  url: string,
  fields: Record<string, string>,
  origin: string | null = sandbox.http,
) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: origin === null ? {} : { origin },
  })
  return { status: response.status, text: (await response.text()).replace(/\s+/g, ' ') }
}

test('a card is declined, then paid, and each way back says what became of it', async () => {
  const { id, url } = await checkoutFor()
  const fresh = await get(url)
  expect(fresh.text).toContain('<strong>TEST MODE</strong>')
  expect(fresh.text).toContain('ada@example.org')
  expect(fresh.text).toContain(`href="${shop}"`)
  expect((await press(url, { act: 'decline' })).text).toContain('The card was declined.')
  const paid = await press(url, { act: 'pay', webhooks: 'lost' })
  expect(paid.text).toContain('Thank you. This was test money.')
  expect(paid.text).toContain(`href="${shop}?checkout_id=${id}"`)
  const again = await press(url, { act: 'pay' })
  expect(again.text).toContain('nobody can pay in it any more')
  expect((await sandbox.billing.view()).subscriptions).toHaveLength(1)
})

test('only the sandbox’s own pages may press: no other origin, and nobody without one', async () => {
  const { url } = await checkoutFor()
  for (const origin of ['http://localhost:3000', 'https://evil.example', 'null', null]) {
    expect(await press(url, { act: 'pay' }, origin)).toMatchObject({ status: 403 })
  }
  expect(
    await press(`${sandbox.http}/sandbox/pay/clock`, {}, 'http://localhost:3000'),
  ).toMatchObject({ status: 403 })
  const { subscriptions, now } = await sandbox.billing.view()
  expect(subscriptions).toEqual([])
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
})

test('a customer’s page renews, fails, recovers, cancels, resumes and ends what they pay for', async () => {
  const { id, customer } = await checkoutFor()
  const { subscriptionId } = await sandbox.billing.checkout(id, { act: 'pay' })
  const { customer_portal_url: page } = await polar<{ customer_portal_url: string }>(
    '/v1/customer-sessions/',
    { customer_id: customer, return_url: `${shop}#plan` },
  )
  const act = async (verb: string) =>
    (await press(page, { act: verb, subscription: subscriptionId!, webhooks: 'sent' })).text
  expect((await get(page)).text).toContain(`href="${shop}#plan"`)
  expect(await act('renew')).toContain('TEST-0002')
  expect(await act('fail')).toContain('Payment failed. The card is tried again on')
  expect(await act('fail')).toContain('Its last payment is missing already.')
  expect(await act('recover')).toContain('Active: renews on')
  expect(await act('cancel')).toContain('Canceled: ends on')
  expect(await act('resume')).toContain('Active: renews on')
  const moved = (await press(`${page}/clock`, {})).text
  expect(moved).toContain('ahead of your own clock')
  expect(moved).toContain(`href="${shop}#plan"`)
  expect((await sandbox.billing.subscription(subscriptionId!, { act: 'refund' })).status).toBe(
    'canceled',
  )
})

test('a page shows its own customer alone, for an hour', async () => {
  const [ada, bert] = [await checkoutFor('ada@example.org'), await checkoutFor('bert@example.org')]
  const { subscriptionId } = await sandbox.billing.checkout(bert.id, { act: 'pay' })
  const { customer_portal_url: page } = await polar<{ customer_portal_url: string }>(
    '/v1/customer-sessions/',
    { customer_id: ada.customer },
  )
  const { text } = await get(page)
  expect(text).toContain('ada@example.org')
  expect(text).not.toContain('bert@example.org')
  const foreign = await press(page, { act: 'end', subscription: subscriptionId! })
  expect(foreign).toMatchObject({ status: 404 })
  expect((await sandbox.billing.view()).subscriptions).toMatchObject([{ status: 'active' }])

  await sandbox.billing.move({ advanceMs: 3_600_000 })
  expect(await get(page)).toMatchObject({ status: 404 })
  for (const path of ['checkouts/none', 'portal/none']) {
    expect(await get(`${sandbox.http}/sandbox/pay/${path}`)).toMatchObject({ status: 404 })
  }
})

test('what somebody wrote is text on the pages', async () => {
  const checkout = await polar('/v1/checkouts/', {
    products: [sandbox.payments.polar.productPro],
    external_customer_id: '<img src=x onerror=alert(1)>',
    success_url: 'http://localhost:3000/?a=1&b="2"',
  })
  await sandbox.billing.checkout(checkout.id, { act: 'pay' })
  for (const url of [checkout.url, `${sandbox.http}/sandbox/pay`]) {
    expect((await get(url)).text).not.toContain('<img')
  }
})

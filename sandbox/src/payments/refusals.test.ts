import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.stop())

const shop = 'http://localhost:3000/dashboard/pricing'
const nobody = '00000000-0000-4000-8000-000000000000'

async function polar(method: string, path: string, body?: unknown, headers = {}) {
  const { baseUrl, accessToken } = sandbox.payments.polar
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'polar-version': '2026-10',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as unknown) : undefined }
}

async function stripe(
  method: string,
  path: string,
  body = '',
  headers = {},
): Promise<{ status: number; body: unknown }> {
  const { baseUrl, secretKey } = sandbox.payments.stripe
  const response = await fetch(`${baseUrl}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': '2026-10-28.endive',
      ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body }),
  })
  return { status: response.status, body: await response.json() }
}

/** The place and the kind of the first fault that Polar finds. */
const fault = (loc: (string | number)[], type: string) => ({
  status: 422,
  body: { detail: [{ loc, type }] },
})

test('Polar: a stranger, a wrong path and an unknown thing are refused as Polar refuses them', async () => {
  expect(
    await polar('GET', '/v1/subscriptions/', undefined, { authorization: 'Bearer x' }),
  ).toEqual({
    status: 401,
    body: { error: 'invalid_token', error_description: expect.any(String) },
  })
  expect(await polar('GET', '/v1/nothing')).toEqual({ status: 404, body: { detail: 'Not Found' } })
  for (const path of [
    `/v1/checkouts/${nobody}`,
    `/v1/customers/${nobody}`,
    `/v1/customers/external/nobody`,
    `/v1/subscriptions/${nobody}`,
  ]) {
    expect(await polar('GET', path)).toEqual({
      status: 404,
      body: { error: 'ResourceNotFound', detail: 'Not found' },
    })
  }
  expect(await polar('GET', '/v1/checkouts/7')).toMatchObject(fault(['path', 'id'], 'value_error'))
})

test('Polar: every wrong field is named with its place', async () => {
  const { productPro } = sandbox.payments.polar
  const good = { products: [productPro], success_url: shop }
  const wrong: [object | string, ReturnType<typeof fault>][] = [
    [{}, fault(['body', 'products'], 'missing')],
    [{ ...good, products: [] }, fault(['body', 'products'], 'value_error')],
    [{ ...good, products: [nobody] }, fault(['body', 'products', 0], 'value_error')],
    [{ ...good, customer_id: nobody }, fault(['body', 'customer_id'], 'value_error')],
    [
      { ...good, success_url: 'javascript:alert(1)' },
      fault(['body', 'success_url'], 'value_error'),
    ],
    [{ ...good, price: 1 }, fault(['body'], 'extra_forbidden')],
    [{ ...good, metadata: { a: null } }, fault(['body', 'metadata', 'a'], 'value_error')],
    ['{"products":', fault(['body'], 'json_invalid')],
  ]
  for (const [body, answer] of wrong) {
    expect(await polar('POST', '/v1/checkouts/', body)).toMatchObject(answer)
  }
  expect((await sandbox.judge()).paymentViolations.total).toBe(wrong.length)
  expect((await sandbox.billing.view()).checkouts).toEqual([])
  expect(await polar('GET', '/v1/subscriptions/?limit=1000')).toMatchObject({ status: 422 })
  expect(await polar('GET', '/v1/subscriptions/?user=ada')).toMatchObject({ status: 422 })
})

test('Polar: a customer has one name and one address', async () => {
  const ada = { external_id: 'ada', email: 'ada@example.org' }
  expect(await polar('POST', '/v1/customers/', ada)).toMatchObject({
    status: 201,
    body: { external_id: 'ada', type: 'individual' },
  })
  expect(await polar('POST', '/v1/customers/', { ...ada, email: 'x@example.org' })).toMatchObject(
    fault(['body', 'external_id'], 'value_error'),
  )
  expect(await polar('POST', '/v1/customers/', { ...ada, external_id: 'x' })).toMatchObject(
    fault(['body', 'email'], 'value_error'),
  )
  expect(await polar('POST', '/v1/customer-sessions/', {})).toMatchObject({ status: 422 })
})

test('Polar: what cannot be done to a subscription is said by name', async () => {
  const made = await polar('POST', '/v1/customers/', { external_id: 'a', email: 'a@example.org' })
  const { productPro } = sandbox.payments.polar
  const opened = await polar('POST', '/v1/checkouts/', {
    products: [productPro],
    customer_id: (made.body as { id: string }).id,
    success_url: shop,
  })
  const { id: checkout } = opened.body as { id: string }
  const { subscriptionId } = await sandbox.billing.checkout(checkout, { act: 'pay' })
  await expect(sandbox.billing.checkout(checkout, { act: 'pay' })).rejects.toThrow('succeeded')

  const path = `/v1/subscriptions/${subscriptionId}`
  const change = (body: object) => polar('PATCH', path, body)
  expect(await change({ cancel_at_period_end: false })).toMatchObject({
    status: 409,
    body: { error: 'SubscriptionNotScheduledToCancel' },
  })
  expect(await change({ cancel_at_period_end: true })).toMatchObject({
    status: 200,
    body: { status: 'active', cancel_at_period_end: true, ends_at: expect.any(String) },
  })
  const already = { status: 403, body: { error: 'AlreadyCanceledSubscription' } }
  expect(await change({ cancel_at_period_end: true })).toMatchObject(already)
  expect(await change({ product_id: productPro })).toMatchObject(already)
  expect(await change({ cancel_at_period_end: 'yes' })).toMatchObject({ status: 422 })
  expect(await polar('DELETE', path)).toMatchObject({ status: 200, body: { status: 'canceled' } })
  expect(await polar('DELETE', path)).toMatchObject(already)
})

test('Stripe: what is missing, wrong or unknown is named in Stripe’s words', async () => {
  const error = (code: string, param: string, status = 400) => ({
    status,
    body: { error: { type: 'invalid_request_error', code, param } },
  })
  const good = `mode=subscription&customer=cus_x&line_items[0][price]=${sandbox.payments.stripe.pricePro}&line_items[0][quantity]=1&success_url=${encodeURIComponent(shop)}`
  const post = (body: string) => stripe('POST', '/checkout/sessions', body)
  expect(await post('mode=subscription')).toMatchObject(error('parameter_missing', 'customer'))
  expect(await post(`${good}&prices=1`)).toMatchObject(error('parameter_unknown', 'prices'))
  expect(await post(`${good}&line_items[0][cost]=1`)).toMatchObject(
    error('parameter_unknown', 'line_items[0][cost]'),
  )
  expect(await post(good)).toMatchObject(error('resource_missing', 'customer'))
  expect(await post(good.replace('price_', 'prix_'))).toMatchObject(
    error('resource_missing', 'line_items[0][price]'),
  )
  expect(await post('a[b][c][d][e][f][g][h]=1')).toMatchObject({ status: 400 })
  for (const path of ['checkout/sessions/cs_x', 'customers/cus_x', 'subscriptions/sub_x']) {
    expect(await stripe('GET', `/${path}`)).toMatchObject(error('resource_missing', 'id', 404))
  }
  expect(await stripe('GET', '/charges')).toMatchObject({
    status: 404,
    body: { error: { message: expect.stringContaining('Unrecognized request URL') } },
  })
  const stranger = await stripe('GET', '/customers', '', { authorization: 'Bearer sk_live_other' })
  expect(stranger).toMatchObject({ status: 401 })
  expect(JSON.stringify(stranger)).not.toContain('other')
})

test('Stripe: a request repeated with its key is answered as before, and done once', async () => {
  const key = { 'idempotency-key': 'k1' }
  const first = await stripe('POST', '/customers', 'email=ada@example.org', key)
  expect(await stripe('POST', '/customers', 'email=ada@example.org', key)).toEqual(first)
  expect(await stripe('POST', '/customers', 'email=bert@example.org', key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  })
  expect((await sandbox.billing.view()).customers).toHaveLength(1)
})

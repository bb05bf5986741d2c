import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox, type Sandbox } from '../testing.ts'

type Got = { type: string; id: string; headers: IncomingHttpHeaders }

/** A shop that takes webhooks; `answer` says with which status. */
async function openShop(answer: (nth: number) => number | 'never' = () => 200) {
  const got: Got[] = []
  const waiting: { until: (all: Got[]) => boolean; resolve: () => void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string }
      got.push({ type, id: String(request.headers['webhook-id']), headers: request.headers })
      const status = answer(got.length)
      if (status !== 'never') response.writeHead(status).end()
      for (const { until, resolve } of waiting) if (until(got)) resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    got,
    types: () => got.map(({ type }) => type),
    url: `http://127.0.0.1:${port}/hook`,
    until: (until: (all: Got[]) => boolean) =>
      new Promise<void>((resolve) => {
        if (until(got)) resolve()
        else waiting.push({ until, resolve })
      }),
  }
}

async function open(dataDir?: string): Promise<Sandbox> {
  const sandbox = await startSandbox(dataDir ? { dataDir } : {})
  onTestFinished(() => sandbox.stop())
  return sandbox
}

/** A checkout at Polar, which nobody has paid in. */
async function checkoutOf({ payments, billing }: Sandbox, url: string): Promise<string> {
  await billing.target({ provider: 'polar', url })
  const response = await fetch(`${payments.polar.baseUrl}/v1/checkouts/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payments.polar.accessToken}`,
      'polar-version': '2026-10',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      products: [payments.polar.productPro],
      external_customer_id: 'ada',
      customer_email: 'ada@example.org',
      success_url: 'http://localhost:3000/',
    }),
  })
  return ((await response.json()) as { id: string }).id
}

const PAID = [
  'customer.created',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'order.updated',
  'order.paid',
  'checkout.updated',
]

test('what happened is told in its order, once, with its signature', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop()])
  const id = await checkoutOf(sandbox, shop.url)
  await sandbox.billing.checkout(id, { act: 'pay' })
  await shop.until((all) => all.length === 1 + PAID.length)
  expect(shop.types()).toEqual(['checkout.created', ...PAID])
  expect(new Set(shop.got.map((one) => one.id)).size).toBe(shop.got.length)
  expect(shop.got[0]?.headers['webhook-signature']).toMatch(/^v1,/)
})

test('told twice, in reverse, late or never, as it was chosen', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop()])
  const id = await checkoutOf(sandbox, shop.url)
  const { subscriptionId } = await sandbox.billing.checkout(id, { act: 'pay', webhooks: 'lost' })
  const act = (webhooks: 'twice' | 'reversed' | 'late', verb: 'cancel' | 'resume') =>
    sandbox.billing.subscription(subscriptionId!, { act: verb, webhooks })
  await act('twice', 'cancel')
  await act('reversed', 'resume')
  await act('late', 'cancel')
  await shop.until((all) => all.length === 7)
  expect(shop.types()).toEqual([
    'checkout.created',
    'subscription.updated',
    'subscription.updated',
    'subscription.canceled',
    'subscription.canceled',
    'subscription.uncanceled',
    'subscription.updated',
  ])
  expect(shop.got[1]?.id).toBe(shop.got[2]?.id)

  const { webhooks } = await sandbox.billing.view()
  const lost = webhooks.filter(({ status }) => status === 'lost')
  expect(lost.map(({ type }) => type)).toEqual(PAID)
  expect(webhooks.filter(({ status }) => status === 'waiting')).toHaveLength(2)
  expect(await sandbox.billing.send(lost[1]!.seq)).toMatchObject({ status: 'delivered' })
  expect(shop.types().at(-1)).toBe('subscription.created')
})

test('a webhook that is refused is sent again, each time after a longer wait', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop((nth) => (nth < 3 ? 503 : 200))])
  await checkoutOf(sandbox, shop.url)
  await shop.until((all) => all.length === 3)
  expect(new Set(shop.got.map((one) => one.id)).size).toBe(1)
  const events = await sandbox.events()
  const view = async () => (await sandbox.billing.view()).webhooks[0]
  if ((await view())?.status !== 'delivered')
    await events.next((one) => one.type === 'webhookSaved')
  events.close()
  expect(await view()).toMatchObject({ attempts: 3, status: 'delivered' })
})

test('one that is never taken is given up after ten attempts', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop(() => 500)])
  await checkoutOf(sandbox, shop.url)
  for (let nth = 1; nth < 10; nth++) await sandbox.billing.send(1)
  const [webhook] = (await sandbox.billing.view()).webhooks
  expect(webhook).toMatchObject({ status: 'given_up', attempts: 10, outcome: 'It answered 500.' })
})

test('a shop that never answers holds nothing up at the end', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop(() => 'never')])
  await checkoutOf(sandbox, shop.url)
  await shop.until((all) => all.length === 1)
  const began = performance.now()
  await sandbox.stop()
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('after a restart everything is as it was, and what was not told yet is told', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-sandbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  const id = await checkoutOf(first, 'http://127.0.0.1:9/')
  await first.billing.checkout(id, { act: 'pay' })
  await first.billing.move({ months: 1 })
  const before = await first.billing.view()
  await first.stop()

  const shop = await openShop()
  const second = await open(dataDir)
  expect(second.payments).toEqual(first.payments)
  await second.billing.target({ provider: 'polar', url: shop.url })
  const after = await second.billing.view()
  for (const part of ['customers', 'checkouts', 'subscriptions', 'invoices'] as const) {
    expect(after[part]).toEqual(before[part])
  }
  expect(after.now).toBeGreaterThanOrEqual(before.now)
  expect(after.subscriptions).toMatchObject([{ status: 'active' }])
  expect(after.invoices).toMatchObject([{ reason: 'first' }, { reason: 'renewal' }])
  for (const { seq, status } of after.webhooks) {
    if (status === 'waiting') await second.billing.send(seq)
  }
  expect(new Set(shop.types())).toContain('subscription.cycled')

  await second.reset()
  expect(await second.billing.view()).toMatchObject({ customers: [], checkouts: [], webhooks: [] })
})

test('years ahead, a subscription was renewed each month, and webhooks are still dated now', async () => {
  const [sandbox, shop] = await Promise.all([open(), openShop()])
  const id = await checkoutOf(sandbox, shop.url)
  await sandbox.billing.checkout(id, { act: 'pay', webhooks: 'lost' })
  await sandbox.billing.move({ months: 24 })
  const { invoices } = await sandbox.billing.view()
  expect(invoices).toHaveLength(25)
  await shop.until((all) => all.some(({ type }) => type === 'subscription.cycled'))
  const dated = Number(shop.got.at(-1)?.headers['webhook-timestamp'])
  expect(Math.abs(dated - Date.now() / 1_000)).toBeLessThan(60)
})
